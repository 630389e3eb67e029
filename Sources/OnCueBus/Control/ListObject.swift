// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The interfaces of playlists and stations at `/org/oncue/OnCue`, exported as long as this lives.
@MediaActor
package final class ListObject {
    private let playlists: BusExport
    private let radio: BusExport

    /// Exports both.
    ///
    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(
        on bus: MessageBus, playlists: any PlaylistManaging, stations: any StationManaging,
        manager: PlayableContentManager, controller: PlaybackController
    ) throws(BusError) {
        let path = ServiceNames.objectPath
        self.playlists = try bus.export(
            PlaylistsInterface(playlists: playlists, manager: manager, controller: controller), at: path)
        radio = try bus.export(RadioInterface(stations: stations, manager: manager), at: path)
    }
}
