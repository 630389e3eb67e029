// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "MediaFile.hpp"
#include "SynchronisedLyrics.hpp"

namespace oncue {

namespace {

/// Encoding, language, format of the times, and type of content.
constexpr unsigned headerSize = 6;
constexpr unsigned char milliseconds = 2;
constexpr unsigned char lyrics = 1;
constexpr unsigned char spokenText = 2;
/// More than any song has syllables.
constexpr size_t mostEntries = 50000;

struct Entry {
    std::string text;
    uint32_t time;
};

/// Reads the frame's texts one after the other.
class Reader {
public:
    explicit Reader(const TagLib::ByteVector &frame)
        : frame_(frame), encoding_(static_cast<unsigned char>(frame[0])), width_(encoding_ == 1 || encoding_ == 2 ? 2 : 1) {}

    /// A text up to its zero; false where there is none.
    bool takeText(std::string &text) {
        unsigned end = position_;
        while (end + width_ <= frame_.size() && (frame_[end] != 0 || (width_ == 2 && frame_[end + 1] != 0))) {
            end += width_;
        }
        if (end + width_ > frame_.size()) {
            return false;
        }
        appendUTF8(text, decoded(frame_.mid(position_, end - position_)));
        position_ = end + width_;
        return true;
    }

    bool takeTime(uint32_t &time) {
        if (frame_.size() - position_ < 4) {
            return false;
        }
        time = frame_.toUInt(position_, true);
        position_ += 4;
        return true;
    }

private:
    /// Some writers mark the order of the bytes in the first text only, and TagLib reads none without a mark.
    TagLib::String decoded(const TagLib::ByteVector &bytes) {
        if (encoding_ == 1) {
            const bool isLittle = bytes.startsWith("\xFF\xFE");
            if (isLittle || bytes.startsWith("\xFE\xFF")) {
                isBigEndian_ = !isLittle;
                return TagLib::String(bytes, TagLib::String::UTF16);
            }
            return TagLib::String(bytes, isBigEndian_ ? TagLib::String::UTF16BE : TagLib::String::UTF16LE);
        }
        constexpr TagLib::String::Type types[] = {
            TagLib::String::Latin1, TagLib::String::UTF16, TagLib::String::UTF16BE, TagLib::String::UTF8};
        return TagLib::String(bytes, types[encoding_]);
    }

    const TagLib::ByteVector &frame_;
    const unsigned encoding_;
    const unsigned width_;
    unsigned position_ = headerSize;
    bool isBigEndian_ = false;
};

bool isBreak(char character) { return character == '\n' || character == '\r'; }

/// A break at an end belongs to lines that are written in parts; within, it parts lines that are sung together.
bool isPart(const std::string &text) {
    return !text.empty() && (isBreak(text.front()) || isBreak(text.back()));
}

/// Lines of one time each, without breaks; where there are parts, those of each line are put together.
std::vector<Entry> lines(const std::vector<Entry> &entries, bool areParts) {
    std::vector<Entry> lines;
    bool isNew = true;
    for (const Entry &part : entries) {
        isNew = isNew || !areParts;
        if (!areParts && part.text.empty()) {
            lines.push_back(part);
        }
        for (const char character : part.text) {
            if (isBreak(character)) {
                isNew = true;
                continue;
            }
            if (isNew) {
                lines.push_back({"", part.time});
            }
            isNew = false;
            lines.back().text += character;
        }
    }
    return lines;
}

void append(std::string &text, const Entry &line) {
    char time[32];
    std::snprintf(
        time, sizeof time, "[%02u:%02u.%03u]", line.time / 60000, line.time / 1000 % 60, line.time % 1000);
    text += time + line.text + "\n";
}

}  // namespace

bool appendSynchronised(std::string &text, const TagLib::ByteVector &frame) {
    if (frame.size() <= headerSize || static_cast<unsigned char>(frame[0]) > 3 || frame[4] != milliseconds ||
        (frame[5] != lyrics && frame[5] != spokenText)) {
        return false;
    }
    Reader reader(frame);
    std::string description;
    std::vector<Entry> entries;
    if (!reader.takeText(description)) {
        return false;
    }
    bool areParts = false;
    Entry entry{"", 0};
    while (entries.size() < mostEntries && reader.takeText(entry.text) && reader.takeTime(entry.time)) {
        areParts = areParts || isPart(entry.text);
        entries.push_back(std::exchange(entry, {"", 0}));
    }
    for (const Entry &line : lines(entries, areParts)) {
        append(text, line);
    }
    return !entries.empty();
}

}  // namespace oncue
