/*
 * The functions that synchronise: EACH(ROW, id, name, object, action, manner). The objects are library types, actions
 * and manners those of SyncCall (ir/intrinsics.h). The runtime of native replay makes its functions from the same rows
 * (native/runtime/sync.c), so this file is embedded with it as text, and includes nothing.
 */
#ifndef RADDLE_IR_SYNC_TABLE_H
#define RADDLE_IR_SYNC_TABLE_H

#define SYNC_TABLE(EACH, ROW)                                                                       \
    EACH(ROW, mutex_init, "pthread_mutex_init", mutex, INIT, WAITS)                                 \
    EACH(ROW, mutex_destroy, "pthread_mutex_destroy", mutex, DESTROY, WAITS)                        \
    EACH(ROW, mutex_lock, "pthread_mutex_lock", mutex, LOCK, WAITS)                                 \
    EACH(ROW, mutex_trylock, "pthread_mutex_trylock", mutex, LOCK, TRIES)                           \
    EACH(ROW, mutex_timedlock, "__raddle_pthread_mutex_timedlock", mutex, LOCK, TIMED)              \
    EACH(ROW, mutex_clocklock, "__raddle_pthread_mutex_clocklock", mutex, LOCK, TIMED)              \
    EACH(ROW, mutex_unlock, "pthread_mutex_unlock", mutex, UNLOCK, WAITS)                           \
    EACH(ROW, cond_init, "pthread_cond_init", condition, INIT, WAITS)                               \
    EACH(ROW, cond_destroy, "pthread_cond_destroy", condition, DESTROY, WAITS)                      \
    EACH(ROW, cond_wait, "pthread_cond_wait", condition, WAIT, WAITS)                               \
    EACH(ROW, cond_timedwait, "__raddle_pthread_cond_timedwait", condition, WAIT, TIMED)            \
    EACH(ROW, cond_clockwait, "__raddle_pthread_cond_clockwait", condition, WAIT, TIMED)            \
    EACH(ROW, cond_signal, "pthread_cond_signal", condition, SIGNAL, WAITS)                         \
    EACH(ROW, cond_broadcast, "pthread_cond_broadcast", condition, BROADCAST, WAITS)                \
    EACH(ROW, cond_interrupt, "__raddle_cond_interrupt", condition, INTERRUPT, WAITS)               \
    EACH(ROW, rwlock_init, "pthread_rwlock_init", rwlock, INIT, WAITS)                              \
    EACH(ROW, rwlock_destroy, "pthread_rwlock_destroy", rwlock, DESTROY, WAITS)                     \
    EACH(ROW, rwlock_rdlock, "pthread_rwlock_rdlock", rwlock, READ_LOCK, WAITS)                     \
    EACH(ROW, rwlock_tryrdlock, "pthread_rwlock_tryrdlock", rwlock, READ_LOCK, TRIES)               \
    EACH(ROW, rwlock_timedrdlock, "__raddle_pthread_rwlock_timedrdlock", rwlock, READ_LOCK, TIMED)  \
    EACH(ROW, rwlock_wrlock, "pthread_rwlock_wrlock", rwlock, WRITE_LOCK, WAITS)                    \
    EACH(ROW, rwlock_trywrlock, "pthread_rwlock_trywrlock", rwlock, WRITE_LOCK, TRIES)              \
    EACH(ROW, rwlock_timedwrlock, "__raddle_pthread_rwlock_timedwrlock", rwlock, WRITE_LOCK, TIMED) \
    EACH(ROW, rwlock_unlock, "pthread_rwlock_unlock", rwlock, UNLOCK, WAITS)                        \
    EACH(ROW, barrier_init, "pthread_barrier_init", barrier, INIT, WAITS)                           \
    EACH(ROW, barrier_destroy, "pthread_barrier_destroy", barrier, DESTROY, WAITS)                  \
    EACH(ROW, barrier_wait, "pthread_barrier_wait", barrier, MEET, WAITS)                           \
    EACH(ROW, spin_init, "pthread_spin_init", spin, INIT, WAITS)                                    \
    EACH(ROW, spin_destroy, "pthread_spin_destroy", spin, DESTROY, WAITS)                           \
    EACH(ROW, spin_lock, "pthread_spin_lock", spin, LOCK, WAITS)                                    \
    EACH(ROW, spin_trylock, "pthread_spin_trylock", spin, LOCK, TRIES)                              \
    EACH(ROW, spin_unlock, "pthread_spin_unlock", spin, UNLOCK, WAITS)                              \
    EACH(ROW, sem_init, "sem_init", semaphore, INIT, WAITS)                                         \
    EACH(ROW, sem_destroy, "sem_destroy", semaphore, DESTROY, WAITS)                                \
    EACH(ROW, sem_wait, "sem_wait", semaphore, TAKE, WAITS)                                         \
    EACH(ROW, sem_trywait, "sem_trywait", semaphore, TAKE, TRIES)                                   \
    EACH(ROW, sem_attempt, "__raddle_sem_attempt", semaphore, TAKE, TRIES)                          \
    EACH(ROW, sem_timedwait, "__raddle_sem_timedwait", semaphore, TAKE, TIMED)                      \
    EACH(ROW, sem_post, "sem_post", semaphore, POST, WAITS)                                         \
    EACH(ROW, sem_getvalue, "sem_getvalue", semaphore, READ, WAITS)                                 \
    EACH(ROW, once_begin, "__raddle_once_begin", once, BEGIN, WAITS)                                \
    EACH(ROW, once_end, "__raddle_once_end", once, END, WAITS)

#endif
