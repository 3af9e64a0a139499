#!/usr/bin/env python3
"""Writes the extension as raddle-VERSION.vsix into a folder: a zip archive with what VS Code asks for, the same bytes
each time. Needs neither node nor a network. `make vscode` calls it.

    contrib/vscode/package.py FOLDER
"""
import json
import pathlib
import re
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What is in the package, by its name there.
FILES = {
    "package.json": HERE / "package.json",
    "extension.js": HERE / "extension.js",
    "client.js": HERE / "client.js",
    "README.md": HERE / "README.md",
    "LICENSE.txt": ROOT / "LICENSE",
}
TYPES = {"js": "application/javascript", "json": "application/json", "md": "text/markdown", "txt": "text/plain",
         "vsixmanifest": "text/xml"}
EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest date that the format knows

CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
{rows}
</Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Tags>{tags}</Tags>
    <Categories>{categories}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value={kind}/>
      <Property Id="Microsoft.VisualStudio.Code.ExecutesCode" Value="true"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def make_manifest(package):
    return MANIFEST.format(
        name=quoteattr(package["name"]), version=quoteattr(package["version"]),
        publisher=quoteattr(package["publisher"]), title=escape(package["displayName"]),
        description=escape(package["description"]), tags=escape(",".join(package["keywords"])),
        categories=escape(",".join(package["categories"])), engine=quoteattr(package["engines"]["vscode"]),
        kind=quoteattr(",".join(package["extensionKind"])))


def make_content_types():
    rows = [f'  <Default Extension=".{ending}" ContentType="{kind}"/>' for ending, kind in TYPES.items()]
    return CONTENT_TYPES.format(rows="\n".join(rows))


def main():
    package = json.loads(FILES["package.json"].read_text(encoding="utf-8"))
    project = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"^project\(raddle VERSION ([\d.]+) ", project, re.MULTILINE).group(1)
    if package["version"] != version:
        sys.exit(f"package.py: package.json is about version {package['version']}, CMakeLists.txt about {version}")
    path = pathlib.Path(sys.argv[1]) / f"raddle-{version}.vsix"
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = {"extension.vsixmanifest": make_manifest(package).encode(),
             "[Content_Types].xml": make_content_types().encode(),
             **{f"extension/{name}": file.read_bytes() for name, file in FILES.items()}}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            row = zipfile.ZipInfo(name, EPOCH)
            row.compress_type = zipfile.ZIP_DEFLATED
            row.external_attr = 0o100644 << 16
            archive.writestr(row, data)
    print(path)


if __name__ == "__main__":
    main()
