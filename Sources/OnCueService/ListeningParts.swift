// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueDesk
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState

/// The parts that store and display the listening history.
@MediaActor
struct ListeningParts {
    let store: ListeningStore
    let recorder: ListeningRecorder
    let resumePositions: ResumePositions
    let sharing: ListeningSharing

    /// Opens the listening file beside the catalog.
    static func open(
        in folder: DatabaseFolder, _ catalog: Catalog, rules: ListeningRules, log: @escaping @Sendable (String) -> Void
    ) async -> ListeningParts {
        let store = ListeningStore(
            path: folder.path + "/listening.sqlite", isLasting: folder.isLasting, catalog: catalog, log: log)
        await store.open()
        return ListeningParts(
            store: store, recorder: ListeningRecorder(store: store, rules: rules, time: now),
            resumePositions: ResumePositions(store: store), sharing: ListeningSharing(store: store))
    }

    func makeDesk(_ manager: ContentManager, _ recent: (any RecentKeeping)?) -> ListeningDesk {
        ListeningDesk(manager: manager, store: store, recorder: recorder, recent: recent, time: Self.now)
    }

    func makePositionsElsewhere(
        _ rules: ListeningRules, current: @escaping @MediaActor () -> ContentIdentifier?
    ) -> PositionsElsewhere {
        PositionsElsewhere(store: store, rules: rules, time: Self.now, current: current)
    }

    /// Records the playing item as left at its position, and closes the file.
    func close(_ last: PlaybackSnapshot) async {
        sharing.close()
        resumePositions.close()
        await recorder.finish(last)
        await store.close()
    }

    private static let now: @Sendable () -> Int64 = { Int64(time(nil)) }
}

extension ServiceParts {
    /// Creates the part that takes over resume positions from other players of the programs that provide the items.
    func makePositionsElsewhere(_ rules: ListeningRules) -> PositionsElsewhere {
        listening.makePositionsElsewhere(rules) { [weak controller] in
            guard let snapshot = controller?.snapshot, snapshot.status != .stopped else { return nil }
            return snapshot.entry?.track.identifier
        }
    }
}
