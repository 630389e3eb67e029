// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Makes the mistake that a sanitizer is there to find. A run that does not find it would find nothing else either.

#include <pthread.h>
#include <stdlib.h>

static int *numbers;

static void *write_number(void *unused)
{
    (void)unused;
    numbers[0] += 1;
    return NULL;
}

int main(void)
{
    numbers = calloc(1, sizeof *numbers);
    if (numbers == NULL) return 1;
#if __has_feature(thread_sanitizer)
    // Two threads at once, with nothing between them.
    pthread_t threads[2];
    for (int index = 0; index < 2; index++) pthread_create(&threads[index], NULL, write_number, NULL);
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
#else
    // Behind the end.
    numbers += 1;
    write_number(NULL);
    numbers -= 1;
#endif
    free(numbers);
    return 0;
}
