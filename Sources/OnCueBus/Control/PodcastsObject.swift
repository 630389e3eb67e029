// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The podcasts on the bus, exported as long as this lives.
@MediaActor
package final class PodcastsObject {
    private let export: BusExport
    private let follower: Task<Void, Never>

    /// - Throws: ``BusError`` when the interface is exported already.
    package init(
        on bus: MessageBus, podcasts: any PodcastManaging, manager: PlayableContentManager
    ) throws(BusError) {
        let interface = PodcastsInterface(podcasts: podcasts, manager: manager)
        let export = try bus.export(interface, at: ServiceNames.objectPath)
        self.export = export
        follower = Task { [weak export] in
            for await event in await podcasts.events() {
                guard let export else { return }
                interface.announce(event, through: export)
            }
        }
    }

    isolated deinit {
        follower.cancel()
    }
}
