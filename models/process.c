/*
 * The end of the process and its environment. Handlers are kept in lists that are pushed and popped by
 * compare-and-swap, so that registering from several threads at a time is as safe as POSIX promises. A handler may
 * register another one: that is run next, as it is the newest. Who registers gets to know nothing of the others; who runs
 * them knows what was done before they were registered.
 */
#include "model.h"

struct exit_handler {
    struct exit_handler *next;
    void (*plain)(void);
    void (*with_status)(int, void *);
    void *argument;
};

static struct exit_handler *exit_handlers;
static struct exit_handler *quick_exit_handlers;

/* The end of the process reaches the handlers through this, which the first of them sets: without handlers they are not
 * even linked. */
static void (*run_handlers)(struct exit_handler **list, int status);

static void handler_run_all(struct exit_handler **list, int status)
{
    struct exit_handler *handler;
    while ((handler = __atomic_load_n(list, __ATOMIC_SEQ_CST))) {
        if (!__atomic_compare_exchange_n(list, &handler, handler->next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            continue;
        }
        struct exit_handler content = *handler;
        free(handler);
        if (content.plain) {
            content.plain();
        } else {
            content.with_status(status, content.argument);
        }
    }
}

static int handler_push(struct exit_handler **list, struct exit_handler content)
{
    struct exit_handler *handler = malloc(sizeof *handler);
    if (!handler) {
        return -1;
    }
    *handler = content;
    __atomic_store_n(&run_handlers, handler_run_all, __ATOMIC_SEQ_CST);
    handler->next = __atomic_load_n(list, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(list, &handler->next, handler, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
    return 0;
}

static void end_with(struct exit_handler **list, int status)
{
    void (*run)(struct exit_handler **list, int status) = __atomic_load_n(&run_handlers, __ATOMIC_SEQ_CST);
    if (run) {
        run(list, status);
    }
}

int atexit(void (*function)(void))
{
    return handler_push(&exit_handlers, (struct exit_handler){.plain = function});
}

int on_exit(void (*function)(int, void *), void *argument)
{
    return handler_push(&exit_handlers, (struct exit_handler){.with_status = function, .argument = argument});
}

int at_quick_exit(void (*function)(void))
{
    return handler_push(&quick_exit_handlers, (struct exit_handler){.plain = function});
}

_Noreturn void exit(int status)
{
    end_with(&exit_handlers, status);
    __raddle_process_exit(status);
}

_Noreturn void quick_exit(int status)
{
    end_with(&quick_exit_handlers, status);
    __raddle_process_exit(status);
}

_Noreturn void _exit(int status)
{
    __raddle_process_exit(status);
}

_Noreturn void _Exit(int status)
{
    __raddle_process_exit(status);
}

_Noreturn void exit_group(int status)
{
    __raddle_process_exit(status);
}

/* The environment starts empty. A variable keeps its place once it exists; an unset one has no text. */
struct variable {
    struct variable *next;
    char *text;
};

static struct variable *variables;

static size_t variable_name_length(const char *text)
{
    size_t length = 0;
    while (text[length] && text[length] != '=') {
        length++;
    }
    return length;
}

static struct variable *variable_find(const char *name, size_t length)
{
    struct variable *variable = variables;
    while (variable) {
        const char *text = variable->text;
        if (text && strncmp(text, name, length) == 0 && text[length] == '=') {
            break;
        }
        variable = variable->next;
    }
    return variable;
}

char *getenv(const char *name)
{
    size_t length = strlen(name);
    struct variable *variable = variable_find(name, length);
    return variable ? variable->text + length + 1 : NULL;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

int unsetenv(const char *name)
{
    if (!name || !*name || strchr(name, '=')) {
        errno = EINVAL;
        return -1;
    }
    struct variable *variable = variable_find(name, strlen(name));
    if (variable) {
        variable->text = NULL;
    }
    return 0;
}

int putenv(char *text)
{
    size_t length = variable_name_length(text);
    if (!text[length]) {
        return unsetenv(text);
    }
    struct variable *variable = variable_find(text, length);
    if (!variable) {
        variable = malloc(sizeof *variable);
        if (!variable) {
            errno = ENOMEM;
            return -1;
        }
        variable->next = variables;
        variables = variable;
    }
    variable->text = text;
    return 0;
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (!name || !*name || strchr(name, '=')) {
        errno = EINVAL;
        return -1;
    }
    if (!overwrite && getenv(name)) {
        return 0;
    }
    size_t name_length = strlen(name);
    size_t value_length = strlen(value);
    char *text = malloc(name_length + value_length + 2);
    if (!text) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(text, name, name_length);
    text[name_length] = '=';
    memcpy(text + name_length + 1, value, value_length + 1);
    return putenv(text);
}

int clearenv(void)
{
    variables = NULL;
    return 0;
}
