// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Writes PLS version 2, which only has titles and lengths, and no parts of media.
package enum PLSWriter {
    /// Returns the text of a list, in UTF-8; reading it gives the same places and times, and an artist in front of each
    /// title.
    ///
    /// - Parameter list: The future location of the list; entries below its folder are named relative to it. `nil` if it
    ///   may be anywhere.
    package static func write(_ document: PlaylistDocument, list: MediaLocation?) -> [UInt8] {
        let paths = PlaylistPaths(list: list)
        var text = "[playlist]\n"
        if let title = document.title { text += "X-GNOME-Title=\(oneLine(title))\n" }
        for (index, entry) in document.entries.enumerated() {
            let number = index + 1
            text += "File\(number)=\(paths.line(entry.location))\n"
            let names = [entry.artist, entry.title].compactMap(\.self).filter { !$0.isEmpty }
            if entry.title != nil { text += "Title\(number)=\(oneLine(names.joined(separator: " - ")))\n" }
            let seconds = entry.isLive ? nil : entry.duration.map { ($0 + .milliseconds(500)).components.seconds }
            text += "Length\(number)=\(seconds ?? -1)\n"
        }
        return Array((text + "NumberOfEntries=\(document.entries.count)\nVersion=2\n").utf8)
    }

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
