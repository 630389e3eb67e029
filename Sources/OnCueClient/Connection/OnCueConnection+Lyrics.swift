// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection {
    package func lyrics() async throws(ClientError) -> FoundLyrics? {
        let reply = try await call("GetLyrics", of: ServiceNames.nowPlaying)
        guard reply.count == 3, let source = reply[0].stringValue, let lines = reply[2].arrayValue else {
            throw .unexpectedAnswer(to: "GetLyrics")
        }
        guard let source = FoundLyrics.Source(rawValue: source) else { return nil }
        let isTimed = reply[1].boolValue ?? false
        return FoundLyrics(
            lyrics: Lyrics(
                lines.compactMap { row in
                    guard let members = row.arrayValue, members.count == 2, let text = members[1].stringValue else {
                        return nil
                    }
                    return Lyrics.Line(text, at: isTimed ? members[0].timeValue : nil)
                }), source: source)
    }
}
