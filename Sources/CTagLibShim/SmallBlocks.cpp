// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include <sys/mman.h>

#include "include/oncue_tag.h"

namespace {

/// Small blocks of one thread, which are kept for the next of the same size when they are freed. TagLib allocates some
/// six hundred for a file, and with malloc they take two fifths of its time.
///
/// Blocks of one size fill whole pages, so a block needs no header: its address determines its size.
class SmallBlocks {
public:
    static constexpr std::size_t largest = 512;

    /// Returns false if there is not enough memory; nothing has changed then.
    bool open() {
        void *const place =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (place == MAP_FAILED) {
            return false;
        }
        start_.store(static_cast<char *>(place), std::memory_order_relaxed);
        return true;
    }

    bool holds(const void *block) const {
        const char *const begin = start();
        return reinterpret_cast<std::uintptr_t>(block) - reinterpret_cast<std::uintptr_t>(begin) < size
               && begin != nullptr;
    }

    /// Null when all the room is taken.
    void *take(std::size_t bytes) {
        const std::size_t kind = bytes == 0 ? 1 : (bytes + step - 1) / step;
        if (free_[kind] == nullptr && !addPage(kind)) {
            return nullptr;
        }
        Link *const block = free_[kind];
        free_[kind] = block->next;
        return block;
    }

    void giveBack(void *block) {
        const std::size_t kind = kinds_[static_cast<std::size_t>(static_cast<char *>(block) - start()) / page];
        free_[kind] = new (block) Link{free_[kind]};
    }

private:
    struct Link {
        Link *next;
    };

    static constexpr std::size_t step = alignof(std::max_align_t);
    static constexpr std::size_t page = 64 << 10;
    static constexpr std::size_t pageCount = 512;
    static constexpr std::size_t size = page * pageCount;

    bool addPage(std::size_t kind) {
        if (used_ == pageCount) {
            return false;
        }
        char *const begin = start() + used_ * page;
        kinds_[used_] = static_cast<std::uint8_t>(kind);
        used_ += 1;
        const std::size_t length = kind * step;
        for (std::size_t offset = page / length * length; offset > 0; offset -= length) {
            free_[kind] = new (begin + offset - length) Link{free_[kind]};
        }
        return true;
    }

    /// Nothing is ordered by it: a thread that frees one of the blocks was given it by the owner.
    char *start() const { return start_.load(std::memory_order_relaxed); }

    /// Read by every thread that frees anything, also while the owner opens the blocks.
    std::atomic<char *> start_ = nullptr;
    std::size_t used_ = 0;
    std::array<std::uint8_t, pageCount> kinds_ = {};
    std::array<Link *, largest / step + 1> free_ = {};
};

SmallBlocks smallBlocks;
/// True only on the thread that has requested it; others use malloc, and do not reuse small blocks.
thread_local bool isOwner = false;

}  // namespace

void oncue_tag_keep_small_blocks(void) {
    // The blocks have no lock: they belong to the first thread that requests them, for the lifetime of the process.
    static std::atomic_flag isTaken = ATOMIC_FLAG_INIT;
    if (!isOwner && !isTaken.test_and_set()) {
        isOwner = smallBlocks.open();
    }
}

// These replace the operators in the whole program; the other forms of new and delete call them.

void *operator new(std::size_t size) {
    if (isOwner && size <= SmallBlocks::largest) {
        if (void *const block = smallBlocks.take(size)) {
            return block;
        }
    }
    while (true) {
        if (void *const block = std::malloc(size == 0 ? 1 : size)) {
            return block;
        }
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) {
            throw std::bad_alloc();
        }
        handler();
    }
}

void operator delete(void *block) noexcept {
    if (!smallBlocks.holds(block)) {
        std::free(block);
    } else if (isOwner) {
        smallBlocks.giveBack(block);
    }
}

void operator delete(void *block, std::size_t) noexcept { operator delete(block); }
