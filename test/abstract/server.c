/* A server with eight kinds of threads, all of whose data is protected by locks: acceptors, workers, a cache cleaner, a
   reaper of sessions, a writer of the log, a sampler of statistics, a reloader of the configuration and a biller. It runs
   for ever. With -DNO_LOCK the biller reads an account without its lock, which is a data race and nothing else. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/* --- Configuration: read often, changed seldom */

enum { LEVEL_QUIET, LEVEL_NORMAL, LEVEL_CHATTY };

struct configuration {
    int level;
    int session_limit;
    int cache_limit;
    int price;
    unsigned generation;
};

static pthread_rwlock_t configuration_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct configuration configuration = {LEVEL_NORMAL, 32, 64, 5, 0};

static int configuration_level(void)
{
    pthread_rwlock_rdlock(&configuration_lock);
    int level = configuration.level;
    pthread_rwlock_unlock(&configuration_lock);
    return level;
}

static int configuration_session_limit(void)
{
    pthread_rwlock_rdlock(&configuration_lock);
    int limit = configuration.session_limit;
    pthread_rwlock_unlock(&configuration_lock);
    return limit;
}

static int configuration_cache_limit(void)
{
    pthread_rwlock_rdlock(&configuration_lock);
    int limit = configuration.cache_limit;
    pthread_rwlock_unlock(&configuration_lock);
    return limit;
}

static int configuration_price(void)
{
    pthread_rwlock_rdlock(&configuration_lock);
    int price = configuration.price;
    pthread_rwlock_unlock(&configuration_lock);
    return price;
}

static int clamp(int value, int least, int most)
{
    if (value < least)
        return least;
    return value > most ? most : value;
}

static void configuration_change(int level, int session_limit, int cache_limit, int price)
{
    pthread_rwlock_wrlock(&configuration_lock);
    configuration.level = clamp(level, LEVEL_QUIET, LEVEL_CHATTY);
    configuration.session_limit = clamp(session_limit, 1, 32);
    configuration.cache_limit = clamp(cache_limit, 1, 64);
    configuration.price = clamp(price, 1, 100);
    configuration.generation++;
    pthread_rwlock_unlock(&configuration_lock);
}

/* --- Log: a ring of lines that a thread of its own takes out */

enum { LOG_LINES = 64, LOG_WORDS = 4 };

enum log_kind {
    LOG_ACCEPTED,
    LOG_REFUSED,
    LOG_SERVED,
    LOG_EXPIRED,
    LOG_CLEANED,
    LOG_BILLED,
    LOG_RELOADED,
    LOG_KINDS,
};

struct log_line {
    enum log_kind kind;
    int words[LOG_WORDS];
};

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t log_filled = PTHREAD_COND_INITIALIZER;
static struct log_line log_ring[LOG_LINES];
static unsigned log_first, log_count, log_lost;

static void log_append(enum log_kind kind, int first, int second)
{
    if (configuration_level() == LEVEL_QUIET)
        return;
    pthread_mutex_lock(&log_lock);
    if (log_count < LOG_LINES) {
        struct log_line *line = &log_ring[(log_first + log_count) % LOG_LINES];
        line->kind = kind;
        line->words[0] = first;
        line->words[1] = second;
        line->words[2] = line->words[3] = 0;
        log_count++;
        pthread_cond_signal(&log_filled);
    } else {
        log_lost++;
    }
    pthread_mutex_unlock(&log_lock);
}

static bool log_take(enum log_kind *kind, int *first, int *second)
{
    bool found = false;
    pthread_mutex_lock(&log_lock);
    while (!log_count)
        pthread_cond_wait(&log_filled, &log_lock);
    if (log_count) {
        const struct log_line *line = &log_ring[log_first % LOG_LINES];
        *kind = line->kind;
        *first = line->words[0];
        *second = line->words[1];
        log_first = (log_first + 1) % LOG_LINES;
        log_count--;
        found = true;
    }
    pthread_mutex_unlock(&log_lock);
    return found;
}

static unsigned log_take_lost(void)
{
    pthread_mutex_lock(&log_lock);
    unsigned lost = log_lost;
    log_lost = 0;
    pthread_mutex_unlock(&log_lock);
    return lost;
}

/* --- Statistics: three groups of counters, each with its lock */

struct traffic_counters {
    unsigned long accepted;
    unsigned long refused;
    unsigned long requests;
    unsigned long bytes_in;
    unsigned long bytes_out;
    unsigned long errors;
};

static pthread_mutex_t traffic_lock = PTHREAD_MUTEX_INITIALIZER;
static struct traffic_counters traffic;

static void traffic_count_accepted(unsigned long by)
{
    pthread_mutex_lock(&traffic_lock);
    traffic.accepted += by;
    pthread_mutex_unlock(&traffic_lock);
}

static void traffic_count_refused(unsigned long by)
{
    pthread_mutex_lock(&traffic_lock);
    traffic.refused += by;
    pthread_mutex_unlock(&traffic_lock);
}

static void traffic_count_requests(unsigned long by)
{
    pthread_mutex_lock(&traffic_lock);
    traffic.requests += by;
    pthread_mutex_unlock(&traffic_lock);
}

static void traffic_count_bytes_in(unsigned long by)
{
    pthread_mutex_lock(&traffic_lock);
    traffic.bytes_in += by;
    pthread_mutex_unlock(&traffic_lock);
}

static void traffic_count_bytes_out(unsigned long by)
{
    pthread_mutex_lock(&traffic_lock);
    traffic.bytes_out += by;
    pthread_mutex_unlock(&traffic_lock);
}

static void traffic_count_errors(unsigned long by)
{
    pthread_mutex_lock(&traffic_lock);
    traffic.errors += by;
    pthread_mutex_unlock(&traffic_lock);
}

static struct traffic_counters traffic_snapshot(void)
{
    struct traffic_counters copy;
    pthread_mutex_lock(&traffic_lock);
    copy.accepted = traffic.accepted;
    copy.refused = traffic.refused;
    copy.requests = traffic.requests;
    copy.bytes_in = traffic.bytes_in;
    copy.bytes_out = traffic.bytes_out;
    copy.errors = traffic.errors;
    pthread_mutex_unlock(&traffic_lock);
    return copy;
}

struct storage_counters {
    unsigned long hits;
    unsigned long misses;
    unsigned long stored;
    unsigned long dropped;
    unsigned long cleaned;
    unsigned long conflicts;
};

static pthread_mutex_t storage_lock = PTHREAD_MUTEX_INITIALIZER;
static struct storage_counters storage;

static void storage_count_hits(unsigned long by)
{
    pthread_mutex_lock(&storage_lock);
    storage.hits += by;
    pthread_mutex_unlock(&storage_lock);
}

static void storage_count_misses(unsigned long by)
{
    pthread_mutex_lock(&storage_lock);
    storage.misses += by;
    pthread_mutex_unlock(&storage_lock);
}

static void storage_count_stored(unsigned long by)
{
    pthread_mutex_lock(&storage_lock);
    storage.stored += by;
    pthread_mutex_unlock(&storage_lock);
}

static void storage_count_dropped(unsigned long by)
{
    pthread_mutex_lock(&storage_lock);
    storage.dropped += by;
    pthread_mutex_unlock(&storage_lock);
}

static void storage_count_cleaned(unsigned long by)
{
    pthread_mutex_lock(&storage_lock);
    storage.cleaned += by;
    pthread_mutex_unlock(&storage_lock);
}

static void storage_count_conflicts(unsigned long by)
{
    pthread_mutex_lock(&storage_lock);
    storage.conflicts += by;
    pthread_mutex_unlock(&storage_lock);
}

static struct storage_counters storage_snapshot(void)
{
    struct storage_counters copy;
    pthread_mutex_lock(&storage_lock);
    copy.hits = storage.hits;
    copy.misses = storage.misses;
    copy.stored = storage.stored;
    copy.dropped = storage.dropped;
    copy.cleaned = storage.cleaned;
    copy.conflicts = storage.conflicts;
    pthread_mutex_unlock(&storage_lock);
    return copy;
}

struct people_counters {
    unsigned long opened;
    unsigned long closed;
    unsigned long expired;
    unsigned long renewed;
    unsigned long peak;
    unsigned long current;
};

static pthread_mutex_t people_lock = PTHREAD_MUTEX_INITIALIZER;
static struct people_counters people;

static void people_count_opened(unsigned long by)
{
    pthread_mutex_lock(&people_lock);
    people.opened += by;
    pthread_mutex_unlock(&people_lock);
}

static void people_count_closed(unsigned long by)
{
    pthread_mutex_lock(&people_lock);
    people.closed += by;
    pthread_mutex_unlock(&people_lock);
}

static void people_count_expired(unsigned long by)
{
    pthread_mutex_lock(&people_lock);
    people.expired += by;
    pthread_mutex_unlock(&people_lock);
}

static void people_count_renewed(unsigned long by)
{
    pthread_mutex_lock(&people_lock);
    people.renewed += by;
    pthread_mutex_unlock(&people_lock);
}

static void people_count_peak(unsigned long by)
{
    pthread_mutex_lock(&people_lock);
    people.peak += by;
    pthread_mutex_unlock(&people_lock);
}

static void people_count_current(unsigned long by)
{
    pthread_mutex_lock(&people_lock);
    people.current += by;
    pthread_mutex_unlock(&people_lock);
}

static struct people_counters people_snapshot(void)
{
    struct people_counters copy;
    pthread_mutex_lock(&people_lock);
    copy.opened = people.opened;
    copy.closed = people.closed;
    copy.expired = people.expired;
    copy.renewed = people.renewed;
    copy.peak = people.peak;
    copy.current = people.current;
    pthread_mutex_unlock(&people_lock);
    return copy;
}

/* --- Cache: buckets with a lock for all of them */

enum { CACHE_BUCKETS = 16, CACHE_DEPTH = 4 };

struct cache_entry {
    int key;
    int value;
    unsigned age;
    bool used;
};

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static struct cache_entry cache[CACHE_BUCKETS][CACHE_DEPTH];
static int cache_entries;

static unsigned cache_bucket(int key)
{
    return ((unsigned)key * 31u + 7u) % CACHE_BUCKETS;
}

static bool cache_find(int key, int *value)
{
    bool found = false;
    unsigned bucket = cache_bucket(key);
    pthread_mutex_lock(&cache_lock);
    for (int i = 0; i < CACHE_DEPTH && !found; i++) {
        struct cache_entry *entry = &cache[bucket][i];
        if (entry->used && entry->key == key) {
            *value = entry->value;
            entry->age = 0;
            found = true;
        }
    }
    pthread_mutex_unlock(&cache_lock);
    if (found)
        storage_count_hits(1);
    else
        storage_count_misses(1);
    return found;
}

static bool cache_store(int key, int value)
{
    bool stored = false;
    unsigned bucket = cache_bucket(key);
    int limit = configuration_cache_limit();
    pthread_mutex_lock(&cache_lock);
    for (int i = 0; i < CACHE_DEPTH && !stored && cache_entries < limit; i++) {
        struct cache_entry *entry = &cache[bucket][i];
        if (!entry->used) {
            entry->key = key;
            entry->value = value;
            entry->age = 0;
            entry->used = true;
            cache_entries++;
            stored = true;
        }
    }
    pthread_mutex_unlock(&cache_lock);
    if (stored)
        storage_count_stored(1);
    else
        storage_count_conflicts(1);
    return stored;
}

static void cache_drop(int key)
{
    unsigned bucket = cache_bucket(key);
    pthread_mutex_lock(&cache_lock);
    for (int i = 0; i < CACHE_DEPTH; i++) {
        struct cache_entry *entry = &cache[bucket][i];
        if (entry->used && entry->key == key) {
            entry->used = false;
            cache_entries--;
        }
    }
    pthread_mutex_unlock(&cache_lock);
    storage_count_dropped(1);
}

static int cache_clean(unsigned oldest)
{
    int cleaned = 0;
    pthread_mutex_lock(&cache_lock);
    for (int bucket = 0; bucket < CACHE_BUCKETS; bucket++)
        for (int i = 0; i < CACHE_DEPTH; i++) {
            struct cache_entry *entry = &cache[bucket][i];
            if (!entry->used)
                continue;
            entry->age++;
            if (entry->age > oldest) {
                entry->used = false;
                cache_entries--;
                cleaned++;
            }
        }
    pthread_mutex_unlock(&cache_lock);
    return cleaned;
}

/* --- Accounts: what sessions are billed to */

enum { ACCOUNTS = 8 };

struct account {
    long balance;
    long owed;
    unsigned requests;
};

static pthread_mutex_t account_lock = PTHREAD_MUTEX_INITIALIZER;
static struct account accounts[ACCOUNTS];
static long income;

static void account_charge(int number, int price)
{
    if (number < 0 || number >= ACCOUNTS)
        return;
    pthread_mutex_lock(&account_lock);
    accounts[number].owed += price;
    accounts[number].requests++;
    pthread_mutex_unlock(&account_lock);
}

static long account_bill(int number)
{
    long due;
    if (number < 0 || number >= ACCOUNTS)
        return 0;
#ifndef NO_LOCK
    pthread_mutex_lock(&account_lock);
#endif
    due = accounts[number].owed;
#ifndef NO_LOCK
    pthread_mutex_unlock(&account_lock);
#endif
    pthread_mutex_lock(&account_lock);
    accounts[number].owed -= due;
    accounts[number].balance -= due;
    income += due;
    pthread_mutex_unlock(&account_lock);
    return due;
}

static void account_pay(int number, long amount)
{
    if (number < 0 || number >= ACCOUNTS)
        return;
    pthread_mutex_lock(&account_lock);
    accounts[number].balance += amount;
    pthread_mutex_unlock(&account_lock);
}

static long account_balance(int number)
{
    long balance = 0;
    if (number < 0 || number >= ACCOUNTS)
        return 0;
    pthread_mutex_lock(&account_lock);
    balance = accounts[number].balance;
    pthread_mutex_unlock(&account_lock);
    return balance;
}

/* --- Mail: messages between accounts, a ring for each */

enum { LETTERS = 4, LETTER_LENGTH = 16 };

struct letter {
    int sender;
    unsigned length;
    char text[LETTER_LENGTH];
};

struct mailbox {
    struct letter letters[LETTERS];
    unsigned first;
    unsigned count;
    unsigned refused;
};

static pthread_mutex_t mail_lock = PTHREAD_MUTEX_INITIALIZER;
static struct mailbox mailboxes[ACCOUNTS];
static unsigned letters_waiting;

/* Texts end with a zero, and have room for LETTER_LENGTH characters. */
static bool mail_send(int sender, int receiver, const char *text)
{
    bool sent = false;
    if (receiver < 0 || receiver >= ACCOUNTS)
        return false;
    pthread_mutex_lock(&mail_lock);
    struct mailbox *box = &mailboxes[receiver];
    if (box->count < LETTERS) {
        struct letter *letter = &box->letters[(box->first + box->count) % LETTERS];
        letter->sender = sender;
        letter->length = 0;
        for (unsigned i = 0; i < LETTER_LENGTH - 1 && text[i]; i++) {
            letter->text[i] = text[i];
            letter->length = i + 1;
        }
        box->count++;
        letters_waiting++;
        sent = true;
    } else {
        box->refused++;
    }
    pthread_mutex_unlock(&mail_lock);
    return sent;
}

static bool mail_receive(int receiver, struct letter *out)
{
    bool received = false;
    if (receiver < 0 || receiver >= ACCOUNTS)
        return false;
    pthread_mutex_lock(&mail_lock);
    struct mailbox *box = &mailboxes[receiver];
    if (box->count > 0) {
        *out = box->letters[box->first % LETTERS];
        box->first = (box->first + 1) % LETTERS;
        box->count--;
        letters_waiting--;
        received = true;
    }
    pthread_mutex_unlock(&mail_lock);
    return received;
}

static unsigned mail_waiting(void)
{
    pthread_mutex_lock(&mail_lock);
    unsigned waiting = letters_waiting;
    pthread_mutex_unlock(&mail_lock);
    return waiting;
}

/* --- Sessions: a table; who works for one has it marked as busy */

enum { SESSIONS = 32 };

enum session_state { SESSION_FREE, SESSION_OPEN, SESSION_BUSY, SESSION_CLOSING };

struct session {
    enum session_state state;
    int account;
    unsigned idle;
    unsigned requests;
    int last_key;
};

static pthread_mutex_t session_lock = PTHREAD_MUTEX_INITIALIZER;
static struct session sessions[SESSIONS];
static int session_count;

static int session_open(int account)
{
    int found = -1, limit = configuration_session_limit();
    pthread_mutex_lock(&session_lock);
    for (int i = 0; i < SESSIONS && found < 0 && session_count < limit; i++)
        if (sessions[i].state == SESSION_FREE) {
            sessions[i].state = SESSION_OPEN;
            sessions[i].account = account;
            sessions[i].idle = 0;
            sessions[i].requests = 0;
            sessions[i].last_key = 0;
            session_count++;
            found = i;
        }
    pthread_mutex_unlock(&session_lock);
    if (found >= 0)
        people_count_opened(1);
    return found;
}

static bool session_begin(int number, int *account)
{
    bool begun = false;
    if (number < 0 || number >= SESSIONS)
        return false;
    pthread_mutex_lock(&session_lock);
    if (sessions[number].state == SESSION_OPEN) {
        sessions[number].state = SESSION_BUSY;
        sessions[number].idle = 0;
        sessions[number].requests++;
        *account = sessions[number].account;
        begun = true;
    }
    pthread_mutex_unlock(&session_lock);
    return begun;
}

static void session_end(int number, int key)
{
    if (number < 0 || number >= SESSIONS)
        return;
    pthread_mutex_lock(&session_lock);
    if (sessions[number].state == SESSION_BUSY) {
        sessions[number].state = SESSION_OPEN;
        sessions[number].last_key = key;
    }
    pthread_mutex_unlock(&session_lock);
}

static void session_close(int number)
{
    bool closed = false;
    if (number < 0 || number >= SESSIONS)
        return;
    pthread_mutex_lock(&session_lock);
    if (sessions[number].state == SESSION_OPEN) {
        sessions[number].state = SESSION_FREE;
        session_count--;
        closed = true;
    }
    pthread_mutex_unlock(&session_lock);
    if (closed)
        people_count_closed(1);
}

static int session_reap(unsigned longest)
{
    int reaped = 0;
    pthread_mutex_lock(&session_lock);
    for (int i = 0; i < SESSIONS; i++) {
        if (sessions[i].state != SESSION_OPEN)
            continue;
        sessions[i].idle++;
        if (sessions[i].idle > longest) {
            sessions[i].state = SESSION_FREE;
            session_count--;
            reaped++;
        }
    }
    pthread_mutex_unlock(&session_lock);
    return reaped;
}

/* --- Requests: blocks of the heap in a list; each belongs to who has taken it out */

enum request_kind {
    REQUEST_GET,
    REQUEST_PUT,
    REQUEST_DELETE,
    REQUEST_PAY,
    REQUEST_SEND,
    REQUEST_RECEIVE,
    REQUEST_LEAVE,
    REQUEST_KINDS
};

struct request {
    struct request *next;
    enum request_kind kind;
    int session;
    int key;
    int value;
};

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_filled = PTHREAD_COND_INITIALIZER;
static struct request *queue_head;
static unsigned queue_length;

static void queue_put(struct request *request)
{
    pthread_mutex_lock(&queue_lock);
    request->next = queue_head;
    queue_head = request;
    queue_length++;
    pthread_cond_signal(&queue_filled);
    pthread_mutex_unlock(&queue_lock);
}

/* Copies the request out, so that nobody needs the block any more. */
static bool queue_take(struct request *out)
{
    bool taken = false;
    pthread_mutex_lock(&queue_lock);
    while (!queue_head)
        pthread_cond_wait(&queue_filled, &queue_lock);
    struct request *first = queue_head;
    if (first) {
        queue_head = first->next;
        queue_length--;
        out->next = NULL;
        out->kind = first->kind;
        out->session = first->session;
        out->key = first->key;
        out->value = first->value;
        taken = true;
    }
    pthread_mutex_unlock(&queue_lock);
    return taken;
}

static unsigned queue_waiting(void)
{
    pthread_mutex_lock(&queue_lock);
    unsigned length = queue_length;
    pthread_mutex_unlock(&queue_lock);
    return length;
}

/* --- What workers do with a request */

static void serve_get(const struct request *request)
{
    int value;
    if (!cache_find(request->key, &value)) {
        value = request->key * 2 % 1000;
        if (!cache_store(request->key, value))
            log_append(LOG_REFUSED, request->session, request->key);
    }
    traffic_count_bytes_out(sizeof value);
    log_append(LOG_SERVED, request->session, request->key);
}

static void serve_put(const struct request *request)
{
    cache_drop(request->key);
    if (!cache_store(request->key, request->value))
        traffic_count_errors(1);
    traffic_count_bytes_in(sizeof request->value);
    log_append(LOG_SERVED, request->session, request->key);
}

static void serve_delete(const struct request *request)
{
    cache_drop(request->key);
    log_append(LOG_SERVED, request->session, request->key);
}

static void serve_pay(const struct request *request, int account)
{
    if (request->value > 0)
        account_pay(account, request->value);
    else
        traffic_count_errors(1);
}

static void serve_send(const struct request *request, int account)
{
    static const char texts[][LETTER_LENGTH] = {"hello", "are you there?", "good bye"};
    if (!mail_send(account, request->key, texts[clamp(request->value, 0, 2)]))
        traffic_count_errors(1);
}

static void serve_receive(int account)
{
    struct letter letter;
    if (mail_receive(account, &letter))
        traffic_count_bytes_out(letter.length);
}

static void serve_leave(const struct request *request)
{
    session_end(request->session, request->key);
    session_close(request->session);
}

static void serve(const struct request *request)
{
    int account;
    if (!session_begin(request->session, &account)) {
        traffic_count_refused(1);
        return;
    }
    switch (request->kind) {
    case REQUEST_GET:
        serve_get(request);
        break;
    case REQUEST_PUT:
        serve_put(request);
        break;
    case REQUEST_DELETE:
        serve_delete(request);
        break;
    case REQUEST_PAY:
        serve_pay(request, account);
        break;
    case REQUEST_SEND:
        serve_send(request, account);
        break;
    case REQUEST_RECEIVE:
        serve_receive(account);
        break;
    case REQUEST_LEAVE:
        serve_leave(request);
        return;
    default:
        traffic_count_errors(1);
        break;
    }
    account_charge(account, configuration_price());
    session_end(request->session, request->key);
    traffic_count_requests(1);
}

/* --- The threads */

static void *accept_clients(void *unused)
{
    for (;;) {
        int account = clamp(__VERIFIER_nondet_int(), 0, ACCOUNTS - 1);
        int session = session_open(account);
        if (session < 0) {
            traffic_count_refused(1);
            log_append(LOG_REFUSED, account, 0);
            continue;
        }
        traffic_count_accepted(1);
        log_append(LOG_ACCEPTED, account, session);
        struct request *request = malloc(sizeof *request);
        if (!request)
            continue;
        request->next = NULL;
        request->kind = (enum request_kind)clamp(__VERIFIER_nondet_int(), REQUEST_GET, REQUEST_KINDS - 1);
        request->session = session;
        request->key = __VERIFIER_nondet_int();
        request->value = __VERIFIER_nondet_int();
        queue_put(request);
    }
    return unused;
}

static void *work(void *unused)
{
    for (;;) {
        struct request request;
        if (queue_take(&request))
            serve(&request);
    }
    return unused;
}

static void *clean_cache(void *unused)
{
    for (;;) {
        int cleaned = cache_clean(100);
        if (cleaned > 0) {
            storage_count_cleaned((unsigned long)cleaned);
            log_append(LOG_CLEANED, cleaned, 0);
        }
    }
    return unused;
}

static void *reap_sessions(void *unused)
{
    for (;;) {
        int reaped = session_reap(50);
        if (reaped > 0) {
            people_count_expired((unsigned long)reaped);
            log_append(LOG_EXPIRED, reaped, 0);
        }
    }
    return unused;
}

/* Nobody else uses these. */
static unsigned written[LOG_KINDS];
static unsigned lost_lines;

static void *write_log(void *unused)
{
    for (;;) {
        enum log_kind kind = LOG_ACCEPTED;
        int first = 0, second = 0;
        if (!log_take(&kind, &first, &second))
            continue;
        if (kind >= LOG_ACCEPTED && kind < LOG_KINDS)
            written[kind]++;
        lost_lines += log_take_lost();
    }
    return unused;
}

static unsigned long most_requests, most_stored, most_opened;
static unsigned longest_queue, most_letters;

static void *sample_statistics(void *unused)
{
    for (;;) {
        struct traffic_counters t = traffic_snapshot();
        struct storage_counters s = storage_snapshot();
        struct people_counters p = people_snapshot();
        unsigned waiting = queue_waiting();
        if (t.requests > most_requests)
            most_requests = t.requests;
        if (s.stored > most_stored)
            most_stored = s.stored;
        if (p.opened > most_opened)
            most_opened = p.opened;
        if (waiting > longest_queue)
            longest_queue = waiting;
        unsigned letters = mail_waiting();
        if (letters > most_letters)
            most_letters = letters;
        people_count_renewed(0);
    }
    return unused;
}

static void *reload_configuration(void *unused)
{
    for (;;) {
        configuration_change(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int(),
                             __VERIFIER_nondet_int());
        assert(configuration_price() >= 1);
        log_append(LOG_RELOADED, configuration_level(), 0);
    }
    return unused;
}

static void *bill_accounts(void *unused)
{
    for (;;) {
        for (int i = 0; i < ACCOUNTS; i++) {
            long due = account_bill(i);
            if (due > 0 && account_balance(i) < 0)
                log_append(LOG_BILLED, i, 0);
        }
    }
    return unused;
}

/* --- Start */

static void prepare(void)
{
    for (int i = 0; i < ACCOUNTS; i++)
        accounts[i].balance = 100;
    for (int i = 0; i < SESSIONS; i++)
        sessions[i].state = SESSION_FREE;
    most_requests = most_stored = most_opened = 0;
}

static void start(void *(*function)(void *))
{
    pthread_t thread;
    if (!pthread_create(&thread, NULL, function, NULL))
        pthread_detach(thread);
}

int main(void)
{
    prepare();
    start(clean_cache);
    start(reap_sessions);
    start(write_log);
    start(sample_statistics);
    start(reload_configuration);
    start(bill_accounts);
    start(accept_clients);
    start(accept_clients);
    /* As many workers as somebody likes. */
    while (__VERIFIER_nondet_int())
        start(work);
    pthread_exit(NULL);
}
