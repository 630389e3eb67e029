// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The set of items that belong to a branch of the tree; as a value, it remains usable after the branch is gone.
package struct ContentScope: Sendable, Hashable {
    /// The identifier of the branch itself in the tree.
    package var branch: ContentIdentifier
    /// The kinds of items that come from this branch and no other.
    package var kinds: Set<ContentKind>
    /// Keys of sections that belong to it.
    package var keys: Set<String>
    /// Whether tracks and folders with a compound key, two keys joined by `-`, belong to it: those of lists, which no
    /// library has.
    package var ownsCompoundKeys: Bool

    package init(
        branch: ContentIdentifier, kinds: Set<ContentKind>, keys: Set<String> = [], ownsCompoundKeys: Bool = false
    ) {
        self.branch = branch
        self.kinds = kinds
        self.keys = keys
        self.ownsCompoundKeys = ownsCompoundKeys
    }

    /// Returns whether an identifier is that of the branch itself, or of an item in it.
    package func contains(_ identifier: ContentIdentifier) -> Bool {
        if identifier == branch { return true }
        return switch identifier.kind {
        case .section: keys.contains(identifier.key)
        case .provider, .provided: kinds.contains(identifier.kind) && identifier.key.hasPrefix(branch.key + "/")
        case .track where isCompound(identifier), .folder where isCompound(identifier): ownsCompoundKeys
        default: kinds.contains(identifier.kind)
        }
    }

    private func isCompound(_ identifier: ContentIdentifier) -> Bool {
        identifier.key.utf8.contains(UInt8(ascii: "-"))
    }
}
