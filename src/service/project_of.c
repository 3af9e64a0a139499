#include "service/project_of.h"

#include <string.h>
#include <unistd.h>

#include "api/config.h"
#include "base/compile_commands.h"

static const char *parent_of(const char *path, Arena *arena)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    return length ? arena_format(arena, "%.*s", (int)length, path) : "/";
}

static bool has_file(const char *directory, const char *name, Arena *arena)
{
    return !access(arena_format(arena, "%s/%s", directory, name), R_OK);
}

static bool is_below(const char *path, const char *directory)
{
    size_t length = strlen(directory);
    return !strncmp(path, directory, length) && path[length] == '/';
}

static const char *find_configured(const char *path, Arena *arena)
{
    for (const char *directory = parent_of(path, arena);; directory = parent_of(directory, arena)) {
        if (has_file(directory, CONFIG_FILE, arena))
            return directory;
        if (!strcmp(directory, "/"))
            return NULL;
    }
}

// What is wrong with the settings is said when they are used.
static void read_settings(FileProject *project, const char *path, Arena *arena)
{
    Options options;
    Text error = {0};
    options_initialize(&options, COMMAND_CHECK);
    options.config = arena_format(arena, "%s/%s", project->directory, CONFIG_FILE);
    config_expand(&options, &error);
    project->has_files = options.files.count;
    for (uint32_t i = 0; i < options.files.count; i++)
        project->is_listed |= !strcmp(path_resolve(arena, project->directory, options.files.data[i]), path);
    text_free(&error);
    options_free(&options);
}

static bool has_command(const char *build, const char *path, Arena *arena)
{
    CompileCommands commands = {0};
    Text error = {0};
    bool found = false;
    if (has_file(build, "compile_commands.json", arena) && compile_commands_read(build, arena, &commands, &error))
        for (uint32_t i = 0; i < commands.list.count; i++)
            found |= !strcmp(commands.list.data[i].file, path);
    compile_commands_free(&commands);
    text_free(&error);
    return found;
}

FileProject project_of(const char *path, const char *root, Arena *arena)
{
    FileProject project = {.directory = find_configured(path, arena)};
    project.is_configured = project.directory != NULL;
    if (project.is_configured)
        read_settings(&project, path, arena);
    else
        project.directory = root && is_below(path, root) ? root : parent_of(path, arena);
    const char *const builds[] = {project.directory, arena_format(arena, "%s/build", project.directory)};
    for (size_t i = 0; i < sizeof builds / sizeof *builds && !project.build; i++)
        if (has_command(builds[i], path, arena))
            project.build = builds[i];
    return project;
}
