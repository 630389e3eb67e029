// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Passes the positions at which long items were left to playback, so that they resume there when the queue reaches
/// them.
@MediaActor
package final class ResumePositions {
    private let store: any ListeningStoring
    private let log = Logger("listening")
    private var task: Task<Void, Never>?

    package init(store: any ListeningStoring) {
        self.store = store
    }

    isolated deinit { task?.cancel() }

    /// Reads the stored positions, and follows their changes.
    package func start(_ tell: @escaping @MediaActor ([ContentIdentifier: Duration?]) -> Void) {
        let (store, log) = (store, log)
        // From here on, so that nothing is missed while the first answer comes.
        let changes = store.changes()
        task = Task { @MediaActor in
            await Self.read(log, tell) { () throws(ContentError) in try await store.resumePositions().mapValues { $0 } }
            for await change in changes {
                guard let items = change.containers else { continue }
                await Self.read(log, tell) { () throws(ContentError) in
                    let records = try await store.records(for: Array(items))
                    return Dictionary(uniqueKeysWithValues: items.map { ($0, records[$0]?.position) })
                }
            }
        }
    }

    /// Passes on the positions; those that cannot be read are reread at their next change.
    private static func read(
        _ log: Logger, _ tell: @MediaActor ([ContentIdentifier: Duration?]) -> Void,
        _ positions: () async throws(ContentError) -> [ContentIdentifier: Duration?]
    ) async {
        do throws(ContentError) {
            tell(try await positions())
        } catch {
            log.warning("cannot read where long items were left", ["error": error.message])
        }
    }

    package func close() {
        task?.cancel()
    }
}
