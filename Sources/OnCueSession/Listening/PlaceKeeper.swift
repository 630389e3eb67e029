// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Tells playback where long items were left, so that they go on there also when the queue gets to them.
@MediaActor
package final class PlaceKeeper {
    private let store: any ListeningStoring
    private let log = Logger("listening")
    private var task: Task<Void, Never>?

    package init(store: any ListeningStoring) {
        self.store = store
    }

    isolated deinit { task?.cancel() }

    /// Reads what is known, and follows what changes.
    package func start(_ tell: @escaping @MediaActor ([ContentIdentifier: Duration?]) -> Void) {
        let (store, log) = (store, log)
        // From here on, so that nothing is missed while the first answer comes.
        let changes = store.changes()
        task = Task { @MediaActor in
            await Self.read(log, tell) { () throws(ContentError) in try await store.places().mapValues { $0 } }
            for await change in changes {
                guard let items = change.containers else { continue }
                await Self.read(log, tell) { () throws(ContentError) in
                    let records = try await store.records(for: Array(items))
                    return Dictionary(uniqueKeysWithValues: items.map { ($0, records[$0]?.position) })
                }
            }
        }
    }

    /// Tells what was read; what cannot be read this time is read again with the next change of it.
    private static func read(
        _ log: Logger, _ tell: @MediaActor ([ContentIdentifier: Duration?]) -> Void,
        _ places: () async throws(ContentError) -> [ContentIdentifier: Duration?]
    ) async {
        do throws(ContentError) {
            tell(try await places())
        } catch {
            log.warning("cannot read where long items were left", ["error": error.message])
        }
    }

    package func close() {
        task?.cancel()
    }
}
