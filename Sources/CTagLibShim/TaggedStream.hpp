// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#pragma once

#include <tfile.h>

namespace oncue {

/// The TagLib::File that an ID3v2 tag needs to read itself, for a format that TagLib 1.13 has no class for.
class TaggedStream final : public TagLib::File {
public:
    explicit TaggedStream(TagLib::IOStream *stream) : TagLib::File(stream) {}
    TagLib::Tag *tag() const override { return nullptr; }
    TagLib::AudioProperties *audioProperties() const override { return nullptr; }
    bool save() override { return false; }
};

}  // namespace oncue
