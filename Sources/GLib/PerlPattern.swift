// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// A compiled regular expression with Perl's syntax.
///
/// Matching takes a limited number of steps: a pattern that needs more does not match.
@safe package final class PerlPattern {
    /// The longest pattern in bytes.
    package static let longest = 1_000
    private static let steps = "(*LIMIT_MATCH=10000)(*LIMIT_DEPTH=1000)"

    private let pattern: OpaquePointer

    /// - Parameter foldsCase: Whether upper and lower case are treated as equal.
    /// - Returns: `nil` if the pattern is wrong or too long.
    package init?(_ text: String, foldsCase: Bool) {
        guard text.utf8.count <= Self.longest, !text.utf8.contains(0) else { return nil }
        let options = foldsCase ? G_REGEX_CASELESS : G_REGEX_DEFAULT
        guard let made = unsafe g_regex_new(Self.steps + text, options, G_REGEX_MATCH_DEFAULT, nil) else { return nil }
        unsafe pattern = made
    }

    deinit { unsafe g_regex_unref(pattern) }

    package enum Result: Sendable {
        case found, absent
        /// The search needed more steps than allowed.
        case exhausted
    }

    /// Searches a text for the pattern; a text with zero bytes ends at the first one.
    package func result(in text: String) -> Result {
        var error: UnsafeMutablePointer<GError>?
        if unsafe g_regex_match_full(pattern, text, -1, 0, G_REGEX_MATCH_DEFAULT, nil, &error) != 0 { return .found }
        guard unsafe error != nil else { return .absent }
        unsafe g_clear_error(&error)
        return .exhausted
    }

    /// Returns whether the pattern occurs anywhere in a text.
    package func isFound(in text: String) -> Bool { result(in: text) == .found }
}
