/* A question and its answer, each with a message of its own. */
#include "two.h"

static int question, reply;
static atomic_int asked, answered;

static void thread_1(void)
{
    question = 6;
    atomic_store_explicit(&asked, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&answered, memory_order_relaxed))
        ;
    assert(reply == 42);
}

static void thread_2(void)
{
    while (!atomic_load_explicit(&asked, memory_order_relaxed))
        ;
    reply = question * 7;
    atomic_store_explicit(&answered, 1, memory_order_relaxed);
}

static void finally(void)
{
}
