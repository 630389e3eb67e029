// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// Advice about a text that does not name a usable location.
enum LocationAdvice {
    /// - Parameters:
    ///   - matches: The possible meanings of the text.
    ///   - remedy: Another possibility.
    static func text(_ text: String, _ matches: [LocationMatch], remedy: String? = nil) -> String {
        let text = TextLayout.printable(text)
        if let named = matches.first(where: \.isNamed) {
            let name = TextLayout.printable(named.location.line)
            let source = named.source.isEmpty ? "" : " (from \"\(TextLayout.printable(named.source))\")"
            return "the position of \(name)\(source) is not known" + (remedy.map { "; " + $0 } ?? "")
        }
        let nothing = "no city and no location seen lately is called \"\(text)\""
        guard !matches.isEmpty else { return nothing + (remedy.map { "; " + $0 } ?? "") }
        return nothing + "; did you mean \(list(matches[...]))? Name it in full" + (remedy.map { ", or " + $0 } ?? "")
    }

    /// `Wiesbaden, Hesse, Germany; Wiener Neustadt, Lower Austria, Austria`
    static func list(_ matches: ArraySlice<LocationMatch>) -> String {
        matches.prefix(4).map { TextLayout.printable($0.location.line) }.joined(separator: "; ")
    }
}
