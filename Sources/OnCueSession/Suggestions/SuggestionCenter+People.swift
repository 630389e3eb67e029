// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSuggestions

/// The people with whom the user has interacted, and their devices.
extension SuggestionCenter {
    /// Adds an interaction, in the place of one with the same identifier of the same program.
    ///
    /// - Throws: `storage`.
    package func addInteraction(_ interaction: Interaction) async throws(ContentError) {
        try await memory.change { $0.people.add(interaction) }
    }

    /// Deletes the interactions that a function selects.
    ///
    /// - Returns: The number of interactions deleted.
    /// - Throws: `storage`.
    package func deleteInteractions(
        where isDeleted: (Interaction) -> Bool
    ) async throws(ContentError) -> Int {
        var count = 0
        try await memory.change { count = $0.people.delete(where: isDeleted) }
        return count
    }

    /// Forgets a person, or everything that is known of people if the name is empty.
    ///
    /// - Returns: The number of interactions and ties forgotten.
    /// - Throws: `storage`.
    package func forgetPerson(_ name: String) async throws(ContentError) -> Int {
        var count = 0
        try await memory.change { count = name.isEmpty ? $0.people.forgetAll() : $0.people.forget(name) }
        return count
    }

    /// Ties a device to a person.
    ///
    /// - Returns: `false` if there are too many.
    /// - Throws: `storage`.
    package func tie(_ device: TriggerDevice.ID, to person: String) async throws(ContentError) -> Bool {
        var isTaken = true
        try await memory.change { isTaken = $0.people.tie(device, to: person) }
        return isTaken
    }

    /// Unties a device from its person.
    ///
    /// - Returns: `false` if it was not tied to anyone.
    /// - Throws: `storage`.
    package func untie(_ device: TriggerDevice.ID) async throws(ContentError) -> Bool {
        var wasTied = true
        try await memory.change { wasTied = $0.people.untie(device) }
        return wasTied
    }
}
