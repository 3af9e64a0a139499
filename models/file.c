/*
 * Files in memory, and their names. A file has a size and bytes; it lives while a name or a description stands for it.
 *
 * The world outside the program is asked about a name once, when that name is first used: whether there is such a file
 * (input `file_missing`), how large it is (`file_size`, at most 7 bytes) and what is in it (one input per byte, which
 * bears the name). --file gives files with their contents. From then on the program alone changes it. Names are
 * compared as text, without a leading "./"; there are no links, and which directories exist is not looked at.
 *
 * Opening for writing, making and removing files succeed where permissions and disks alone could forbid it.
 */
#include "descriptor.h"

enum {
    FILE_COUNT = 16,
    NAME_COUNT = 32,
    SIZE_BITS = 3,
    UNKNOWN_SIZE = (1 << SIZE_BITS) - 1,
    AT_WORKING_DIRECTORY = -100,
    TEMPORARY_SUFFIX = 6
};

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void open_of_more_than_16_files(void);
void more_than_32_names_of_files(void);
void path_of_more_than_63_characters(void);
void openat_relative_to_a_directory(void);

struct model_name {
    unsigned long long hash;
    _Bool is_used;
    struct model_file *file; /* NULL: there is no such file */
    char text[NAME_SIZE];
};

static struct model_name names[NAME_COUNT];
static struct model_file files[FILE_COUNT];

/* A name as the program gave it, copied before the section. */
struct path {
    unsigned long long hash;
    const char *given;
    char text[NAME_SIZE];
};

static int path_read(struct path *path, const char *given)
{
    path->given = given;
    if (!given[0]) {
        return -ENOENT;
    }
    while (given[0] == '.' && given[1] == '/') {
        given += 2;
        while (given[0] == '/') {
            given++;
        }
    }
    unsigned long long hash = 0xcbf29ce484222325ULL;
    int length = 0;
    for (; given[length]; length++) {
        if (length == NAME_SIZE - 1) {
            path_of_more_than_63_characters();
        }
        path->text[length] = given[length];
        hash = (hash ^ (unsigned char)given[length]) * 0x100000001b3ULL;
    }
    path->text[length] = '\0';
    path->hash = hash;
    return 0;
}

static struct model_file *file_make(_Bool is_directory)
{
    int i = 0;
    while (i < FILE_COUNT && files[i].links) {
        i++;
    }
    if (i == FILE_COUNT) {
        open_of_more_than_16_files();
    }
    files[i].links = 1;
    files[i].is_directory = is_directory;
    files[i].size = 0;
    return &files[i];
}

void model_file_unlink(struct model_file *file)
{
    file->links--;
}

/* A file that --file gives: in the text of all of them, after a name comes the size in decimal, and then the bytes. */
static struct model_file *file_given(const struct path *path)
{
    const char *cursor = model_given_files;
    while (*cursor) {
        const char *name = cursor;
        cursor += strlen(cursor) + 1;
        size_t size = 0;
        while (*cursor) {
            size = size * 10 + (size_t)(*cursor++ - '0');
        }
        cursor++;
        if (strcmp(name, path->text) == 0) {
            if (size > FILE_LIMIT) {
                file_of_more_than_65536_bytes();
            }
            struct model_file *file = file_make(0);
            __builtin_memcpy(file->bytes, cursor, size);
            file->size = size;
            return file;
        }
        cursor += size;
    }
    return NULL;
}

static struct model_file *file_arbitrary(const char *name)
{
    struct model_file *file = file_make(0);
    file->size = __raddle_input("file_size", SIZE_BITS);
    for (int i = 0; i < UNKNOWN_SIZE; i++) {
        file->bytes[i] = (unsigned char)__raddle_input(name, 8);
    }
    return file;
}

static _Bool name_equals(const struct model_name *name, const struct path *path)
{
    return name->hash == path->hash && strcmp(name->text, path->text) == 0;
}

/* The entry of a name, if it was used before. */
static struct model_name *name_find(const struct path *path, struct model_name **unused)
{
    int i = 0;
    while (i < NAME_COUNT && names[i].is_used) {
        if (name_equals(&names[i], path)) {
            return &names[i];
        }
        i++;
    }
    if (i == NAME_COUNT) {
        more_than_32_names_of_files();
    }
    *unused = &names[i];
    return NULL;
}

static void name_enter(struct model_name *name, const struct path *path, struct model_file *file)
{
    name->is_used = 1;
    name->hash = path->hash;
    name->file = file;
    for (int i = 0; (name->text[i] = path->text[i]); i++) {
    }
}

/* What the program does with a name that nobody knows decides what has to be asked about it. */
enum need {
    NEED_EXISTENCE, /* whether there is such a file, and what is in it */
    NEED_CONTENT,   /* what is in it, since it is made if there is none: a file just made is an empty one */
    NEED_NOTHING    /* it is made, or loses what is in it */
};

static struct model_name *name_get(const struct path *path, enum need need)
{
    struct model_name *unused = NULL;
    struct model_name *name = name_find(path, &unused);
    if (name) {
        return name;
    }
    struct model_file *file = file_given(path);
    if (!file && need == NEED_NOTHING) {
        file = file_make(0);
    } else if (!file && (need == NEED_CONTENT || !__raddle_input("file_missing", 1))) {
        file = file_arbitrary(path->given);
    }
    name_enter(unused, path, file);
    return unused;
}

static enum need need_of(unsigned flags)
{
    if (!(flags & OPEN_CREATE) || (flags & OPEN_EXCLUSIVE)) {
        return NEED_EXISTENCE;
    }
    return flags & OPEN_TRUNCATE ? NEED_NOTHING : NEED_CONTENT;
}

static int open_path(const struct path *path, unsigned flags)
{
    _Bool writes = (flags & OPEN_ACCESS) != 0;
    struct model_name *name = name_get(path, need_of(flags));
    if (!name->file) {
        if (!(flags & OPEN_CREATE)) {
            return -ENOENT;
        }
        name->file = file_make(0);
    } else if ((flags & OPEN_CREATE) && (flags & OPEN_EXCLUSIVE)) {
        return -EEXIST;
    }
    struct model_file *file = name->file;
    if (file->is_directory && writes) {
        return -EISDIR;
    }
    if ((flags & OPEN_TRUNCATE) && writes) {
        file->size = 0;
    }
    file->links++;
    return model_descriptor_make(
        (struct model_description){
            .kind = KIND_FILE, .flags = flags & (OPEN_ACCESS | OPEN_APPEND | OPEN_NONBLOCKING), .file = file},
        flags);
}

int model_file_open(const char *given, unsigned flags)
{
    struct path path;
    int result = path_read(&path, given);
    if (result) {
        return result;
    }
    __VERIFIER_atomic_begin();
    result = open_path(&path, flags);
    __VERIFIER_atomic_end();
    return result;
}

int open(const char *path, int flags, ...)
{
    return (int)model_result(model_file_open(path, (unsigned)flags));
}

int open64(const char *path, int flags, ...)
{
    return (int)model_result(model_file_open(path, (unsigned)flags));
}

int openat(int directory, const char *path, int flags, ...)
{
    if (directory != AT_WORKING_DIRECTORY && path[0] != '/') {
        openat_relative_to_a_directory();
    }
    return (int)model_result(model_file_open(path, (unsigned)flags));
}

int openat64(int directory, const char *path, int flags, ...)
{
    return openat(directory, path, flags);
}

int creat(const char *path, unsigned mode)
{
    (void)mode;
    return (int)model_result(model_file_open(path, OPEN_WRITE_ONLY | OPEN_CREATE | OPEN_TRUNCATE));
}

int creat64(const char *path, unsigned mode)
{
    return creat(path, mode);
}

/* Everything else that takes a name. */

static int remove_path(const struct path *path, _Bool directories)
{
    struct model_name *name = name_get(path, NEED_EXISTENCE);
    if (!name->file) {
        return -ENOENT;
    }
    if (name->file->is_directory != directories) {
        return directories ? -ENOTDIR : -EISDIR;
    }
    model_file_unlink(name->file);
    name->file = NULL;
    return 0;
}

static int remove_given(const char *given, _Bool directories)
{
    struct path path;
    int result = path_read(&path, given);
    if (!result) {
        __VERIFIER_atomic_begin();
        result = remove_path(&path, directories);
        __VERIFIER_atomic_end();
    }
    return (int)model_result(result);
}

int unlink(const char *path)
{
    return remove_given(path, 0);
}

int rmdir(const char *path)
{
    return remove_given(path, 1);
}

int remove(const char *given)
{
    struct path path;
    int result = path_read(&path, given);
    if (!result) {
        __VERIFIER_atomic_begin();
        struct model_name *name = name_get(&path, NEED_EXISTENCE);
        result = remove_path(&path, name->file && name->file->is_directory);
        __VERIFIER_atomic_end();
    }
    return (int)model_result(result);
}

int access(const char *given, int mode)
{
    (void)mode;
    struct path path;
    int result = path_read(&path, given);
    if (!result) {
        __VERIFIER_atomic_begin();
        result = name_get(&path, NEED_EXISTENCE)->file ? 0 : -ENOENT;
        __VERIFIER_atomic_end();
    }
    return (int)model_result(result);
}

static int rename_path(const struct path *from, const struct path *to)
{
    struct model_name *old = name_get(from, NEED_EXISTENCE);
    if (!old->file) {
        return -ENOENT;
    }
    struct model_name *unused = NULL;
    struct model_name *new = name_find(to, &unused);
    if (new == old) {
        return 0;
    }
    if (!new) {
        new = unused;
        name_enter(new, to, NULL);
    }
    if (new->file &&new->file->is_directory != old->file->is_directory) {
        return new->file->is_directory ? -EISDIR : -ENOTDIR;
    }
    if (new->file) {
        model_file_unlink(new->file);
    }
    new->file = old->file;
    old->file = NULL;
    return 0;
}

int rename(const char *from, const char *to)
{
    struct path old, new;
    int result = path_read(&old, from);
    if (!result) {
        result = path_read(&new, to);
    }
    if (!result) {
        __VERIFIER_atomic_begin();
        result = rename_path(&old, &new);
        __VERIFIER_atomic_end();
    }
    return (int)model_result(result);
}

/* Inside a section. Of a name that nobody knows an input tells whether there is something already. */
static int make_directory(const struct path *path)
{
    struct model_name *unused = NULL;
    struct model_name *name = name_find(path, &unused);
    if (!name) {
        name = unused;
        name_enter(name, path, __raddle_input("file_missing", 1) ? NULL : file_make(1));
    }
    if (name->file) {
        return -EEXIST;
    }
    name->file = file_make(1);
    return 0;
}

int mkdir(const char *given, unsigned mode)
{
    (void)mode;
    struct path path;
    int result = path_read(&path, given);
    if (!result) {
        __VERIFIER_atomic_begin();
        result = make_directory(&path);
        __VERIFIER_atomic_end();
    }
    return (int)model_result(result);
}

int model_file_status(const char *given, struct model_file_summary *summary)
{
    struct path path;
    int result = path_read(&path, given);
    if (result) {
        return result;
    }
    __VERIFIER_atomic_begin();
    struct model_file *file = name_get(&path, NEED_EXISTENCE)->file;
    if (file) {
        *summary = (struct model_file_summary){.is_directory = file->is_directory, .size = file->size};
    }
    __VERIFIER_atomic_end();
    return file ? 0 : -ENOENT;
}

/* A file that nobody else knows of: the next one of its kind in this run. */
int model_file_temporary(void)
{
    __VERIFIER_atomic_begin();
    struct model_file *file = file_make(0);
    int result =
        model_descriptor_make((struct model_description){.kind = KIND_FILE, .flags = OPEN_READ_WRITE, .file = file}, 0);
    __VERIFIER_atomic_end();
    return result;
}

/* The six characters are a number that counts. */
int mkstemp(char *pattern)
{
    static unsigned count;
    size_t length = strlen(pattern);
    if (length < TEMPORARY_SUFFIX || strcmp(pattern + length - TEMPORARY_SUFFIX, "XXXXXX") != 0) {
        return (int)model_result(-EINVAL);
    }
    unsigned number = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
    for (size_t i = 1; i <= TEMPORARY_SUFFIX; i++) {
        pattern[length - i] = (char)('0' + number % 10);
        number /= 10;
    }
    return (int)model_result(model_file_open(pattern, OPEN_READ_WRITE | OPEN_CREATE | OPEN_TRUNCATE));
}

int mkstemp64(char *pattern)
{
    return mkstemp(pattern);
}
