// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCuePlayback

@Suite("The first bytes of media")
struct MediaBeginningTests {
    private func found(_ bytes: [UInt8]) -> String? { MediaSignature.of(bytes + [UInt8](repeating: 0, count: 16)) }

    private func found(_ text: String) -> String? { found(Array(text.utf8)) }

    @Test("What browsers play is known by its first bytes")
    func media() {
        #expect(found("ID3") == "audio/mpeg" && found("fLaC") == "audio/flac" && found("OggS") == "audio/ogg")
        #expect(found("RIFF....WAVE") == "audio/wav" && found("....ftypM4A ") == "audio/mp4")
        #expect(found("....ftypisom") == "audio/mp4")
        for head: [UInt8] in [[0xFF, 0xFB, 0x90, 0x64], [0xFF, 0xF3, 0x40, 0xC4], [0xFF, 0xFD, 0xA4, 0x04]] {
            #expect(found(head) == "audio/mpeg")
        }
        #expect(found([0xFF, 0xF1, 0x50, 0x80]) == "audio/aac")
    }

    @Test("Text, pictures and keys are no media")
    func others() {
        // In UTF-16, too.
        for head: [UInt8] in [
            [0xFF, 0xFE, 0x68, 0x00], [0xFE, 0xFF, 0x00, 0x68], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xD8, 0xFF, 0xE0],
            [0xFF, 0xFB, 0xF0, 0x00], [0xFF, 0xF1, 0x3C, 0x80], [],
        ] {
            #expect(found(head) == nil, "\(head)")
        }
        for text in [
            "....ftypheic", "....ftypmif1", "....ftypavif", "RIFF....WEBP", "-----BEGIN OPENSSH", "root:x:0:0",
            "%PDF-1.7",
            "SQLite format 3", "MAC addresses",
        ] {
            #expect(found(text) == nil, "\(text)")
        }
    }
}
