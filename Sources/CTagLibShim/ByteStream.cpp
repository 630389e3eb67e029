// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "ByteStream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace oncue {

ByteStream::ByteStream(const char *path, std::size_t pathLength) : path_(path, pathLength) {
    stackTop_ = reinterpret_cast<const char *>(__builtin_frame_address(0));
    // O_NONBLOCK: opening a named pipe must not wait for a writer.
    do {
        descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ < 0) {
        if (errno == ENXIO) {
            state_ = State::notAFile;  // a socket
        } else {
            fail(errno);
        }
        return;
    }
    struct stat status;
    if (fstat(descriptor_, &status) != 0) {
        fail(errno);
    } else if (!S_ISREG(status.st_mode)) {
        state_ = State::notAFile;
    } else if (status.st_size == 0) {
        state_ = State::empty;
    } else {
        size_ = status.st_size;
    }
}

ByteStream::~ByteStream() {
    if (descriptor_ >= 0) {
        close(descriptor_);
    }
}

void ByteStream::fail(int error) {
    state_ = State::systemError;
    systemError_ = error;
}

std::size_t ByteStream::peek(std::int64_t offset, unsigned char *bytes, std::size_t count) {
    if (offset < 0 || offset >= size_ || state_ != State::usable) {
        return 0;
    }
    return copyBlocks(offset, bytes, count);
}

TagLib::ByteVector ByteStream::readBlock(unsigned long length) {
    if (position_ >= size_) {
        return TagLib::ByteVector();
    }
    length = std::min({length, static_cast<unsigned long>(size_ - position_), longestRead});
    if (length == 0 || !mayRead(length)) {
        return TagLib::ByteVector();
    }
    TagLib::ByteVector result(static_cast<unsigned int>(length));
    auto *bytes = reinterpret_cast<unsigned char *>(result.data());
    const std::size_t count =
        length <= blockSize ? copyBlocks(position_, bytes, length) : copyDirect(position_, bytes, length);
    if (count < length) {
        result.resize(static_cast<unsigned int>(count));
    }
    if (hidesID3Chunks_ && count == 4
        && (std::memcmp(bytes, "ID3 ", 4) == 0 || std::memcmp(bytes, "id3 ", 4) == 0)) {
        std::memcpy(bytes, "JUNK", 4);
        if (hiddenID3Chunk_ < 0) {
            hiddenID3Chunk_ = position_;
        }
    }
    position_ += static_cast<std::int64_t>(count);
    return result;
}

bool ByteStream::mayRead(unsigned long length) {
    if (state_ != State::usable) {
        return false;
    }
    const char *here = reinterpret_cast<const char *>(__builtin_frame_address(0));
    bytesLeft_ -= static_cast<std::int64_t>(length);
    if (length <= blockSize) {
        smallBytesLeft_ -= static_cast<std::int64_t>(length);
    }
    callsLeft_ -= 1;
    if (bytesLeft_ < 0 || smallBytesLeft_ < 0 || callsLeft_ < 0 || stackTop_ - here > stackBudget) {
        state_ = State::exhausted;
        return false;
    }
    return true;
}

void ByteStream::seek(long offset, Position position) {
    std::int64_t base = 0;
    if (position == Current) {
        base = position_;
    } else if (position == End) {
        base = size_;
    }
    std::int64_t target = 0;
    // As with fseek, a place before the start leaves the position alone.
    if (!__builtin_add_overflow(base, static_cast<std::int64_t>(offset), &target) && target >= 0) {
        position_ = target;
    }
}

std::size_t ByteStream::copyBlocks(std::int64_t offset, unsigned char *bytes, std::size_t count) {
    std::size_t done = 0;
    while (done < count) {
        const std::int64_t at = offset + static_cast<std::int64_t>(done);
        const Block *source = block(at / static_cast<std::int64_t>(blockSize));
        const std::size_t skip = static_cast<std::size_t>(at % static_cast<std::int64_t>(blockSize));
        if (source == nullptr || skip >= source->length) {
            break;
        }
        const std::size_t part = std::min(count - done, source->length - skip);
        std::memcpy(bytes + done, source->bytes + skip, part);
        done += part;
    }
    return done;
}

const ByteStream::Block *ByteStream::block(std::int64_t index) {
    for (int i = 0; i < 2; ++i) {
        if (blocks_[i].index == index) {
            recent_ = i;
            return &blocks_[i];
        }
    }
    recent_ = 1 - recent_;
    Block &target = blocks_[recent_];
    target.index = -1;
    target.length = copyDirect(index * static_cast<std::int64_t>(blockSize), target.bytes, blockSize);
    if (state_ == State::systemError) {
        return nullptr;
    }
    target.index = index;
    return &target;
}

std::size_t ByteStream::copyDirect(std::int64_t offset, unsigned char *bytes, std::size_t count) {
    std::size_t done = 0;
    count = static_cast<std::size_t>(std::min(static_cast<std::int64_t>(count), size_ - offset));
    while (done < count) {
        const ssize_t got =
            pread(descriptor_, bytes + done, count - done, offset + static_cast<std::int64_t>(done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            fail(errno);
        }
        if (got <= 0) {
            break;  // the file became shorter meanwhile
        }
        done += static_cast<std::size_t>(got);
    }
    return done;
}

}  // namespace oncue
