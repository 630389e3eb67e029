// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// A regular expression of Perl's kind, compiled.
///
/// What it is matched with takes a bounded number of steps: a pattern that tries everything matches nothing.
@safe package final class PerlPattern {
    /// The longest pattern in bytes.
    package static let longest = 1_000
    private static let steps = "(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=1000)"

    private let pattern: OpaquePointer

    /// - Parameter foldsCase: Capitals and small letters are the same.
    /// - Returns: `nil` for a pattern that is wrong or too long.
    package init?(_ text: String, foldsCase: Bool) {
        guard text.utf8.count <= Self.longest, !text.utf8.contains(0) else { return nil }
        let options = foldsCase ? G_REGEX_CASELESS : G_REGEX_DEFAULT
        guard let made = unsafe g_regex_new(Self.steps + text, options, G_REGEX_MATCH_DEFAULT, nil) else { return nil }
        unsafe pattern = made
    }

    deinit { unsafe g_regex_unref(pattern) }

    /// Whether it is found anywhere in a text; one with zero bytes ends at the first.
    package func isFound(in text: String) -> Bool {
        unsafe g_regex_match_full(pattern, text, -1, 0, G_REGEX_MATCH_DEFAULT, nil, nil) != 0
    }
}
