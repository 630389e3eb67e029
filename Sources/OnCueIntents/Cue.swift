// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueSuggestions

/// An occasion at which a shortcut of the user is offered or performed.
package struct Cue: Sendable, Equatable {
    package static let limit = 100
    /// In seconds.
    package static let longestCoolDown: Int64 = 7 * 86_400

    package var name: String
    package var occasion: Occasion
    /// The name of a shortcut.
    package var shortcut: String
    /// Whether it is performed without being chosen; it is only offered otherwise.
    package var isPerformed: Bool
    /// The volume that playback does not exceed when it is started by the cue, 0 to 1; `nil` for that of the device or
    /// place.
    package var volumeLimit: Double?
    /// The time for which it is not performed again, in seconds; `nil` for that of suggestions.
    package var coolDown: Int64?

    package init(_ name: String, _ occasion: Occasion, runs shortcut: String, isPerformed: Bool = false) {
        (self.name, self.occasion, self.shortcut, self.isPerformed) = (name, occasion, shortcut, isPerformed)
    }

    /// Checks name and bounds.
    ///
    /// - Throws: The reason why it cannot be saved.
    package func check() throws(IntentRefusal) {
        guard name.contains(where: { !$0.isWhitespace }), name.utf8.count <= Shortcut.nameBytes,
            !name.unicodeScalars.contains(where: { $0.value < 0x20 })
        else {
            throw IntentRefusal(
                "name", "a cue needs a name of at most \(Shortcut.nameBytes) bytes without control characters")
        }
        guard (try? Occasion(parsing: occasion.text)) == occasion else {
            throw IntentRefusal("when", "the names in the occasion are too long")
        }
        guard volumeLimit.map({ (0...1).contains($0) }) ?? true else {
            throw IntentRefusal("volume", "the volume of a cue is from 0 to 1")
        }
        guard coolDown.map({ (0...Self.longestCoolDown).contains($0) }) ?? true else {
            throw IntentRefusal("coolDown", "the cool-down of a cue is between 0 and \(Self.longestCoolDown) seconds")
        }
    }
}
