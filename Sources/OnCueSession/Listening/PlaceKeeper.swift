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
            do throws(ContentError) {
                tell(try await store.places().mapValues { $0 })
                for await change in changes {
                    guard let items = change.containers else { continue }
                    let records = try await store.records(for: Array(items))
                    tell(Dictionary(uniqueKeysWithValues: items.map { ($0, records[$0]?.position) }))
                }
            } catch {
                log.warning("cannot tell where long items were left", ["error": error.message])
            }
        }
    }

    package func close() {
        task?.cancel()
    }
}
