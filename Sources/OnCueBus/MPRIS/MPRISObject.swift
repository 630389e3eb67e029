// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The object at `/org/mpris/MediaPlayer2`, exported as long as this lives.
///
/// Nothing but the MPRIS interfaces is ever exported or signalled from that path: playerctld ends itself when it
/// hears of another one there.
@MediaActor
package final class MPRISObject: NowPlayingPublishing {
    package nonisolated static let path = "/org/mpris/MediaPlayer2"

    private let rootExport: BusExport
    private let playerExport: BusExport
    private var published: [String: BusValue]

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(
        on bus: MessageBus, controller: PlaybackController, manager: PlayableContentManager,
        center: NowPlayingCenter, quit: @escaping @MediaActor () -> Void
    ) throws(BusError) {
        let player = MediaPlayer2PlayerInterface(controller: controller, manager: manager, center: center)
        rootExport = try bus.export(MediaPlayer2Interface(quit: quit), at: Self.path)
        playerExport = try bus.export(player, at: Self.path)
        published = MediaPlayer2PlayerInterface.changingProperties(center.nowPlaying)
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        let values = MediaPlayer2PlayerInterface.changingProperties(nowPlaying)
        var changed = values.filter { published[$0.key] != $0.value }
        // playerctl makes a blocking call for the status when metadata come without it.
        if changed["Metadata"] != nil { changed["PlaybackStatus"] = values["PlaybackStatus"] }
        playerExport.emitPropertiesChanged(changed)
        published = values
    }

    package func positionJumped(to position: Duration) {
        playerExport.emit("Seeked", [.int64(position.wholeMicroseconds)])
    }
}
