// A stack without main: pushes and pops that lock, and ones that do not.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct stack {
    pthread_mutex_t lock;
    struct node *top;
    unsigned count;
};

struct gate {
    sem_t open;
    int passed;
};

void stack_init(struct stack *stack)
{
    pthread_mutex_init(&stack->lock, NULL);
    stack->top = NULL;
    stack->count = 0;
}

struct stack *stack_make(void)
{
    struct stack *stack = malloc(sizeof *stack);
    stack_init(stack);
    return stack;
}

void push(struct stack *stack, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_lock(&stack->lock);
    node->next = stack->top;
    stack->top = node;
    stack->count++;
    pthread_mutex_unlock(&stack->lock);
}

void push_without_lock(struct stack *stack, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = stack->top;
    stack->top = node;
    stack->count++;
}

void pop(struct stack *stack)
{
    pthread_mutex_lock(&stack->lock);
    struct node *node = stack->top;
    if (node) {
        stack->top = node->next;
        stack->count--;
    }
    pthread_mutex_unlock(&stack->lock);
    free(node);
}

void two_are_on(struct stack *stack)
{
    assert(stack->count == 2);
    assert(stack->top && stack->top->next && !stack->top->next->next);
}

void counted(struct stack *stack)
{
    unsigned count = 0;
    for (struct node *node = stack->top; node; node = node->next)
        count++;
    assert(count == stack->count);
}

// The second stack is another object than the first, for all threads the same one.
void move(struct stack *from, struct stack *to, int value)
{
    assert(from != to);
    pthread_mutex_lock(&to->lock);
    to->count += value & 1;
    pthread_mutex_unlock(&to->lock);
}

void gate_init(struct gate *gate)
{
    sem_init(&gate->open, 0, 1);
    gate->passed = 0;
}

void pass(struct gate *gate)
{
    sem_wait(&gate->open);
    gate->passed++;
    sem_post(&gate->open);
}

void both_passed(struct gate *gate)
{
    assert(gate->passed == 2);
}
