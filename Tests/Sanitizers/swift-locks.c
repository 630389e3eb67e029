// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Mutex of Swift's Synchronization. What it does without waiting is compiled into its callers, where ThreadSanitizer
// sees it; what it does in the kernel when somebody has to wait is in the library, where it does not.

#include "handover.h"

#define HANDLE "$s15Synchronization12_MutexHandleV"
#define SELF __attribute__((swift_context)) void *handle
#define SWIFT __attribute__((swiftcall))

SWIFT void lock_waiting(uint32_t thread, SELF) __asm__(HANDLE "9_lockSlowyys6UInt32VF");
SWIFT void lock_waiting(uint32_t thread, SELF)
{
    static void *place;
    SWIFT void (*real)(uint32_t, SELF) = find_behind(&place, HANDLE "9_lockSlowyys6UInt32VF");
    real(thread, handle);
    take(handle);
}

SWIFT bool try_lock_waiting(SELF) __asm__(HANDLE "12_tryLockSlowSbyF");
SWIFT bool try_lock_waiting(SELF)
{
    static void *place;
    SWIFT bool (*real)(SELF) = find_behind(&place, HANDLE "12_tryLockSlowSbyF");
    bool is_locked = real(handle);
    if (is_locked) take(handle);
    return is_locked;
}

SWIFT void unlock_waking(SELF) __asm__(HANDLE "11_unlockSlowyyF");
SWIFT void unlock_waking(SELF)
{
    static void *place;
    SWIFT void (*real)(SELF) = find_behind(&place, HANDLE "11_unlockSlowyyF");
    give(handle);
    real(handle);
}
