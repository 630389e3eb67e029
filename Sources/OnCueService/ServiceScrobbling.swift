// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueScrobbling
internal import OnCueSession
internal import SystemServices

extension ServiceParts {
    /// Creates the part that sends listens to services on the web.
    ///
    /// - Parameter state: The folder of this user's state.
    func makeScrobbling(state: String) -> ScrobblingCenter {
        let cost = NetworkCost(system: system)
        let recorder = listening.recorder
        let center = ScrobblingCenter(
            client: web.makeClient(), path: state + "/scrobbling.json",
            ScrobblingDoors(
                listening: listening.store, finder: CatalogLovedTracks(catalog: catalog),
                tracks: { [content] (items) throws(ContentError) in try await content.tracks(of: items) },
                contents: { [content] (item) throws(ContentError) in try await content.tracks(under: item) },
                queued: { [weak controller] in controller?.queue.entries.map(\.track) ?? [] },
                item: { [manager] in try await manager.item(at: try ContentPlace($0)).item },
                settle: { await recorder.settle() }, watchNetwork: { await cost.watch($0) },
                now: { Int64(time(nil)) }))
        recorder.journal.listen { [weak center] in center?.note($0.0) }
        return center
    }
}
