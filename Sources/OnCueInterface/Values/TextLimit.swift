// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The size of texts in calls.
package enum TextLimit {
    /// The longest text that a caller may send, in bytes; the longest path of a file fits, percent-encoded.
    package static let longest = 16_384

    /// - Throws: `invalidValue` if a text among the arguments of a method is too long.
    package static func check(
        _ texts: some Sequence<String>, of method: String, longest: Int = longest
    ) throws(ServiceError) {
        for text in texts where text.utf8.count > longest {
            throw ServiceError(
                .invalidValue,
                "the text for \(method) has \(text.utf8.count) bytes, more than the limit of \(longest)")
        }
    }
}
