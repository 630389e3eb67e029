// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface
internal import TextOutput

/// The present chapter, in words.
package enum ChapterPhrase {
    /// `Chapter 2 of 5: What is a fugue?`
    package static func sentence(_ chapter: ChapterMark) -> String {
        guard let index = chapter.index else { return "Before chapter 1 of \(chapter.count)" }
        return TextLayout.printable("Chapter \(index + 1) of \(chapter.count): \(chapter.title)")
    }
}
