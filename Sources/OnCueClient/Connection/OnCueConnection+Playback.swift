// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: PlaybackService {
    package func play(_ places: [String], _ options: PlayOptions) async throws(ServiceError) -> PlayedContent {
        let first = try PlacesOptions<PlayOptions>.first(of: places)
        // If repeated, an interruption would be interrupted by itself.
        return try await call(
            PlaybackMethods.play, Pair(first, PlacesOptions(options, places)),
            waitingFor: .server(of: first, limit: .seconds(20)), isRepeatable: !options.isInterrupting
        ).value
    }

    package func enqueue(_ places: [String], _ options: EnqueueOptions) async throws(ServiceError) -> PlayedContent {
        let first = try PlacesOptions<EnqueueOptions>.first(of: places)
        return try await call(
            PlaybackMethods.enqueue, Pair(first, PlacesOptions(options, places)),
            waitingFor: .server(of: first, limit: .seconds(10))
        ).value
    }

    package func tracks(at place: String) async throws(ServiceError) -> PlaceTracks {
        try await call(
            PlaybackMethods.tracks, Only(place), waitingFor: .server(of: place, limit: .seconds(10)))
    }

    package func perform(_ command: PlaybackCommand) async throws(ServiceError) {
        for method in PlaybackMethods.commands {
            guard let arguments = method.arguments(command) else { continue }
            _ = try await link.call(
                method.name, of: ServiceNames.playback, arguments, .daemon, isRepeatable: method.isRepeatable)
            return
        }
        throw ServiceError(.unexpectedAnswer, "there is no method for the command \(command)")
    }

    package func setShuffled(_ isShuffled: Bool) async throws(ServiceError) {
        try await call(PlaybackMethods.setShuffle, Only(isShuffled))
    }

    package func undoEdit() async throws(ServiceError) -> ListEdit { try await read(PlaybackMethods.undo) }

    package func undoableEdits() async throws(ServiceError) -> [ListEdit] { try await read(PlaybackMethods.edits) }

    package func redoEdit() async throws(ServiceError) -> ListEdit { try await read(PlaybackMethods.redo) }

    package func redoableEdits() async throws(ServiceError) -> [ListEdit] {
        try await read(PlaybackMethods.undoneEdits)
    }

    package func queueTime() async throws(ServiceError) -> QueueTime { try await read(PlaybackMethods.time) }

    package func queue(offset: Int, limit: Int) async throws(ServiceError) -> QueuePage {
        var page = try await call(PlaybackMethods.queue, Pair(offset, limit))
        page.offset = min(max(0, offset), page.total)
        return page
    }

    package func queueIdentifiers(offset: Int, limit: Int) async throws(ServiceError) -> QueueIdentifiers {
        try await call(PlaybackMethods.identifiers, Pair(offset, limit))
    }

    package func queueChanges(since revision: UInt64) async throws(ServiceError) -> QueueChanges {
        try await call(PlaybackMethods.changes, Only(revision)).changes(since: revision)
    }
}
