// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The object at `/org/mpris/MediaPlayer2`, exported during the lifetime of this object.
///
/// Only the MPRIS interfaces may ever be exported or signalled from that path: playerctld exits when it receives a
/// signal of another one from there.
@MediaActor
package final class MPRISObject: NowPlayingPublishing, SuggestionScreen {
    package nonisolated static let path = "/org/mpris/MediaPlayer2"

    private let center: NowPlayingCenter
    private let player: MediaPlayer2PlayerInterface
    private let rootExport: BusExport
    private let playerExport: BusExport
    private let trackListExport: BusExport
    private let playlistsExport: BusExport
    private let trackList: MediaPlayer2TrackListInterface
    private let playlists: MediaPlayer2PlaylistsInterface
    private var published: [String: BusValue]
    private var activePlaylist: BusValue

    /// - Parameter playlists: The source of playlists.
    /// - Throws: ``BusError`` if something is exported at the path already.
    package init(
        on bus: MessageBus, controller: PlaybackController, manager: ContentManager,
        center: NowPlayingCenter, commands: RemoteCommandPerformer, playlists: PlaylistWatch,
        quit: @escaping @MediaActor () -> Void
    ) throws(BusError) {
        let player = MediaPlayer2PlayerInterface(
            controller: controller, manager: manager, center: center, commands: commands)
        self.player = player
        self.center = center
        rootExport = try bus.export(MediaPlayer2Interface(quit: quit), at: Self.path)
        playerExport = try bus.export(player, at: Self.path)
        trackList = MediaPlayer2TrackListInterface(
            controller: controller, manager: manager, center: center, commands: commands)
        trackListExport = try bus.export(trackList, at: Self.path)
        self.playlists = MediaPlayer2PlaylistsInterface(
            controller: controller, manager: manager, watch: playlists)
        playlistsExport = try bus.export(self.playlists, at: Self.path)
        published = MediaPlayer2PlayerInterface.changingProperties(center.nowPlaying)
        activePlaylist = MediaPlayer2PlaylistsInterface.active(center.nowPlaying.playback)
        self.playlists.watch.onChange = { [weak self] in self?.playlistsChanged(from: $0, to: $1) }
    }

    /// Shares the gate that counts a press once even if it also arrives by another route.
    package func share(_ presses: RemotePressGate) {
        player.presses = presses
    }

    package func stage(_ suggestion: StagedSuggestion?) {
        guard player.screen.suggestion != suggestion else { return }
        player.screen.suggestion = suggestion
        trackList.stage(suggestion, through: trackListExport)
        nowPlayingChanged(to: center.nowPlaying)
    }

    package func answerStaged(_ answer: @escaping @MediaActor (RemotePresses.Button) -> Bool) {
        player.screen.answer = answer
        trackList.onGoToStaged = { answer(.playPause) }
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        let values = MediaPlayer2PlayerInterface.changingProperties(nowPlaying, player.screen.shown)
        var changed = values.filter { published[$0.key] != $0.value }
        // playerctl makes a blocking call for the status if metadata come without it.
        if changed["Metadata"] != nil { changed["PlaybackStatus"] = values["PlaybackStatus"] }
        playerExport.emitPropertiesChanged(changed)
        trackList.announce(through: trackListExport)
        if changed["Metadata"] != nil, Self.trackID(published) == Self.trackID(values) {
            trackList.announceMetadata(nowPlaying, through: trackListExport)
        }
        published = values
        announceActivePlaylist(nowPlaying.playback)
    }

    private static func trackID(_ values: [String: BusValue]) -> BusValue? {
        values["Metadata"]?.dictionaryValue?["mpris:trackid"]
    }

    private func announceActivePlaylist(_ playback: PlaybackSnapshot) {
        let active = MediaPlayer2PlaylistsInterface.active(playback)
        guard active != activePlaylist else { return }
        activePlaylist = active
        playlistsExport.emitPropertiesChanged(["ActivePlaylist": active])
    }

    /// Announces playlists with a new title, and the number of playlists.
    private func playlistsChanged(from old: [PlaylistWatch.Row], to new: [PlaylistWatch.Row]) {
        let titles = Dictionary(old.map { ($0.identifier, $0.title) }) { first, _ in first }
        for row in new where titles[row.identifier].map({ $0 != row.title }) ?? false {
            playlistsExport.emit("PlaylistChanged", [MediaPlayer2PlaylistsInterface.value(row)])
        }
        if old.count != new.count { playlistsExport.emitPropertiesChanged(["PlaylistCount": playlists.count]) }
    }

    package func positionJumped(to position: Duration) {
        playerExport.emit("Seeked", [.int64(position.wholeMicroseconds)])
    }
}
