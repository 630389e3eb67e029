// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The text that draws a picture: characters line by line, or pixels by a protocol of the terminal.
struct PictureText: Sendable {
    /// The lines of characters; one line if the terminal draws pixels.
    let lines: [String]
    /// Whether the terminal draws pixels, which must not be overwritten by other text.
    let isPixels: Bool

    init(_ text: String?) {
        guard let text, !text.isEmpty else {
            (lines, isPixels) = ([], false)
            return
        }
        // Sixels, kitty and iTerm begin with a control string.
        isPixels = ["\u{1B}P", "\u{1B}_", "\u{1B}]"].contains { text.hasPrefix($0) }
        lines =
            isPixels
            ? [text]
            : text.split(separator: "\n", omittingEmptySubsequences: true).map {
                $0.hasSuffix("\r") ? String($0.dropLast()) : String($0)
            }
    }
}
