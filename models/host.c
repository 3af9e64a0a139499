/*
 * Where the program runs: a machine named localhost, with Linux and glibc, in the C locale and the directory /. What comes
 * from its entropy is an input.
 */
#include "model.h"

enum { EIO = 5, ENAMETOOLONG = 36, FIELD = 65, CATEGORIES = 13, CODE_SET = 14, RADIX = 0x10000, SEPARATOR = 0x10001 };

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void setlocale_to_another_locale(void);
void nl_langinfo_of_an_item_without_a_model(void);

#if defined __x86_64__
static const char architecture[] = "x86_64";
#elif defined __aarch64__
static const char architecture[] = "aarch64";
#elif defined __i386__
static const char architecture[] = "i686";
#else
static const char architecture[] = "armv7l";
#endif
static const char host_name[] = "localhost";
static const char domain_name[] = "(none)";

struct names {
    char system[FIELD], node[FIELD], release[FIELD], version[FIELD], machine[FIELD], domain[FIELD];
};

static void put_text(char *field, const char *text)
{
    memcpy(field, text, strlen(text) + 1);
}

int uname(struct names *names)
{
    memset(names, 0, sizeof *names);
    put_text(names->system, "Linux");
    put_text(names->node, host_name);
    put_text(names->release, "6.1.0");
    put_text(names->version, "#1 SMP");
    put_text(names->machine, architecture);
    put_text(names->domain, domain_name);
    return 0;
}

static int copy_name(char *buffer, size_t size, const char *name, int error)
{
    size_t length = strlen(name) + 1;
    memcpy(buffer, name, length < size ? length : size);
    if (length > size) {
        errno = error;
        return -1;
    }
    return 0;
}

int gethostname(char *buffer, size_t size)
{
    return copy_name(buffer, size, host_name, ENAMETOOLONG);
}

int getdomainname(char *buffer, size_t size)
{
    return copy_name(buffer, size, domain_name, EINVAL);
}

const char *gnu_get_libc_version(void)
{
    return "2.36";
}

const char *gnu_get_libc_release(void)
{
    return "stable";
}

/* The locale is C and stays so. The environment names no other one. */
char *setlocale(int category, const char *name)
{
    if (category < 0 || category >= CATEGORIES) {
        return NULL;
    }
    if (name && *name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0) {
        setlocale_to_another_locale();
    }
    return "C";
}

struct conventions {
    const char *decimal_point, *thousands_separator, *grouping, *texts[7];
    unsigned char numbers[14];
};

struct conventions *localeconv(void)
{
    enum { UNSPECIFIED = (char)-1 < 0 ? 127 : 255 };
    static struct conventions result = {.decimal_point = ".",
                                        .thousands_separator = "",
                                        .grouping = "",
                                        .texts = {"", "", "", "", "", "", ""},
                                        .numbers = {UNSPECIFIED, UNSPECIFIED, UNSPECIFIED, UNSPECIFIED, UNSPECIFIED,
                                                    UNSPECIFIED, UNSPECIFIED, UNSPECIFIED, UNSPECIFIED, UNSPECIFIED,
                                                    UNSPECIFIED, UNSPECIFIED, UNSPECIFIED, UNSPECIFIED}};
    return &result;
}

char *nl_langinfo(int item)
{
    switch (item) {
    case CODE_SET:
        return "ANSI_X3.4-1968";
    case RADIX:
        return ".";
    case SEPARATOR:
        return "";
    default:
        nl_langinfo_of_an_item_without_a_model();
        return "";
    }
}

char *getcwd(char *buffer, size_t size)
{
    static const char directory[] = "/";
    if (buffer && size == 0) {
        errno = EINVAL;
        return NULL;
    }
    if (size > 0 && size < sizeof directory) {
        errno = ERANGE;
        return NULL;
    }
    if (!buffer) {
        buffer = malloc(size ? size : sizeof directory);
        if (!buffer) {
            errno = ENOMEM;
            return NULL;
        }
    }
    memcpy(buffer, directory, sizeof directory);
    return buffer;
}

char *get_current_dir_name(void)
{
    return getcwd(NULL, 0);
}

unsigned umask(unsigned mask)
{
    static unsigned current = 022;
    return __atomic_exchange_n(&current, mask & 0777, __ATOMIC_RELAXED);
}

ssize_t getrandom(void *buffer, size_t count, unsigned flags)
{
    if (flags & ~7u) {
        errno = EINVAL;
        return -1;
    }
    unsigned char *bytes = buffer;
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)__raddle_input("getrandom", 8);
    }
    return (ssize_t)count;
}

int getentropy(void *buffer, size_t count)
{
    if (count > 256) {
        errno = EIO;
        return -1;
    }
    getrandom(buffer, count, 0);
    return 0;
}

void arc4random_buf(void *buffer, size_t count)
{
    getrandom(buffer, count, 0);
}

/* What the kernel tells a process about the processor: no more than how large pages are and how long a tick is. */
unsigned long getauxval(unsigned long item)
{
    switch (item) {
    case 6: /* AT_PAGESZ */
        return 4096;
    case 16: /* AT_HWCAP */
    case 26: /* AT_HWCAP2 */
        return 0;
    case 17: /* AT_CLKTCK */
        return 100;
    default:
        errno = 2; /* ENOENT */
        return 0;
    }
}

long gethostid(void)
{
    return 0x7f0100;
}

/* Nobody has logged in. */
char *getlogin(void)
{
    errno = 6; /* ENXIO */
    return NULL;
}

int getlogin_r(char *buffer, size_t size)
{
    (void)buffer;
    (void)size;
    return 6;
}

/* execinfo.h: what is on the stack is not told. */
int backtrace(void **addresses, int count)
{
    (void)addresses;
    (void)count;
    return 0;
}

char **backtrace_symbols(void *const *addresses, int count)
{
    (void)addresses;
    (void)count;
    return malloc(1);
}

void backtrace_symbols_fd(void *const *addresses, int count, int descriptor)
{
    (void)addresses;
    (void)count;
    (void)descriptor;
}
