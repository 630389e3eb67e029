// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

extension NowPlayingInterface {
    func answerAboutLyrics(_ reply: BusReply) {
        let center = lyrics
        reply.answer {
            let found = try await center.lyrics()
            let lines = (found?.lyrics.lines ?? []).map { line in
                BusValue.structure([.int64(line.start?.wholeMicroseconds ?? -1), .string(line.text)])
            }
            return [
                .string(found?.source.rawValue ?? ""), .bool(found?.lyrics.isTimed ?? false),
                .array(lines, of: "(xs)"),
            ]
        }
    }
}
