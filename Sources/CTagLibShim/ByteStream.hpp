// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tiostream.h>

namespace oncue {

/// The one way in which TagLib sees a file: opened once, read in aligned blocks that are kept (TagLib's own stream
/// asks the kernel anew after every seek), and with limits, because TagLib trusts sizes and nesting that it finds.
///
/// A stream over its limits answers every read with nothing, which TagLib takes for the end of the file, and
/// remembers why.
class ByteStream final : public TagLib::IOStream {
public:
    enum class State { usable, empty, notAFile, systemError, exhausted };

    /// Opens the file. A failure shows in state().
    ByteStream(const char *path, std::size_t pathLength);
    ~ByteStream() override;

    State state() const { return state_; }
    int systemError() const { return systemError_; }
    const std::string &path() const { return path_; }

    /// Copies up to `count` bytes at `offset` without moving the position.
    std::size_t peek(std::int64_t offset, unsigned char *bytes, std::size_t count);

    /// From now on, reading exactly four bytes that name a RIFF chunk with an ID3v2 tag gives "JUNK". TagLib would
    /// parse that tag without the frame filter that other formats accept.
    void hideID3Chunks() { hidesID3Chunks_ = true; }
    /// The offset of the first hidden name, -1 if none was met.
    std::int64_t hiddenID3Chunk() const { return hiddenID3Chunk_; }

    TagLib::FileName name() const override { return path_.c_str(); }
    TagLib::ByteVector readBlock(unsigned long length) override;
    void seek(long offset, Position position) override;
    long tell() const override { return position_; }
    long length() override { return size_; }
    bool isOpen() const override { return descriptor_ >= 0; }
    void clear() override {}

    // Files are never written.
    bool readOnly() const override { return true; }
    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
    void removeBlock(unsigned long, unsigned long) override {}
    void truncate(long) override {}

private:
    static constexpr std::size_t blockSize = 8192;
    /// No single read is longer. The largest honest ones are ID3v2 tags, which hold their pictures.
    static constexpr unsigned long longestRead = 32UL << 20;
    /// The most that one call may read. Beyond it a file is a trap, or text that TagLib searches for a frame.
    static constexpr std::int64_t byteBudget = 96 << 20;
    static constexpr std::int64_t smallReadBudget = 4 << 20;
    static constexpr int callBudget = 200000;
    /// TagLib 1.13 walks MP4 atoms recursively without a limit and reads at every level, so a read deep down the
    /// stack means a file made to overflow it. Honest files stay below 8 KiB.
    static constexpr std::ptrdiff_t stackBudget = 128 << 10;

    struct Block {
        std::int64_t index = -1;
        std::size_t length = 0;
        unsigned char bytes[blockSize];
    };

    bool mayRead(unsigned long length);
    std::size_t copyBlocks(std::int64_t offset, unsigned char *bytes, std::size_t count);
    std::size_t copyDirect(std::int64_t offset, unsigned char *bytes, std::size_t count);
    const Block *block(std::int64_t index);
    void fail(int error);

    std::string path_;
    int descriptor_ = -1;
    int systemError_ = 0;
    State state_ = State::usable;
    std::int64_t size_ = 0;
    std::int64_t position_ = 0;
    bool hidesID3Chunks_ = false;
    std::int64_t hiddenID3Chunk_ = -1;
    std::int64_t bytesLeft_ = byteBudget;
    std::int64_t smallBytesLeft_ = smallReadBudget;
    int callsLeft_ = callBudget;
    const char *stackTop_;
    /// Head and tail of a file, mostly; the one not used last is replaced.
    Block blocks_[2];
    int recent_ = 0;
};

}  // namespace oncue
