// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Makes a program that it is preloaded into slow to register the types of GObject, in all threads but the first one and
// OnCue's own: two threads that need a type at the same time meet in it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef void (*AddInterface)(size_t, size_t, const void *);

void g_type_add_interface_static(size_t type, size_t interface, const void *functions) {
    char name[16] = {0};
    prctl(PR_GET_NAME, name);
    if (getpid() != syscall(SYS_gettid) && strcmp(name, "oncue.media") != 0) usleep(300000);
    AddInterface next = (AddInterface)dlsym(RTLD_NEXT, "g_type_add_interface_static");
    next(type, interface, functions);
}
