// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.NowPlaying1`: what plays now, for other processes.
@MediaActor
package final class NowPlayingInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.nowPlaying
    private let controller: PlaybackController
    private let center: NowPlayingCenter

    package init(controller: PlaybackController, center: NowPlayingCenter) {
        self.controller = controller
        self.center = center
    }

    /// The dictionary of the interface at this moment.
    package func info() -> [String: BusValue] {
        // The snapshot is read afresh: a caller that just gave a command sees what it did.
        NowPlaying(playback: controller.snapshot, artwork: center.nowPlaying.artwork)
            .busValues(position: controller.position)
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        guard call.member == "GetNowPlaying" else {
            reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
            return
        }
        reply.succeed([.dictionary(info())])
    }
}

extension NowPlaying {
    fileprivate func busValues(position: Duration) -> [String: BusValue] {
        var values = BusDictionary()
        addPlayback(to: &values)
        guard let entry = playback.entry else { return values.values }
        values.set("entry", .uint64(entry.id.number))
        values.set("queueIndex", playback.entryIndex)
        values.set("position", position)
        values.set("duration", playback.duration)
        values.set("seekable", .bool(playback.isSeekable))
        values.set("streamTitle", playback.streamTitle)
        values.set("artUrl", artwork?.uri)
        add(entry.track, to: &values)
        return values.values
    }

    private func addPlayback(to values: inout BusDictionary) {
        values.set("status", playback.status.rawValue)
        values.set("loading", .bool(playback.isLoading || playback.isBuffering))
        values.set("volume", .double(playback.volume))
        values.set("muted", .bool(playback.isMuted))
        values.set("repeat", playback.repeatMode.rawValue)
        values.set("shuffle", .bool(playback.isShuffled))
        values.set("queueLength", playback.queueLength)
        values.set("output", playback.output?.name)
        if let output = playback.output { values.set("outputSilent", .bool(output.isSilent)) }
        if let token = playback.token { values.set("token", .uint64(token.number)) }
        values.set("error", playback.error?.message)
        values.set("errorCode", playback.error.map { ControlError.name($0.code) })
    }

    private func add(_ track: Track, to values: inout BusDictionary) {
        values.set("identifier", track.identifier.description)
        values.set("url", track.location.uri)
        values.set("title", .string(track.title))
        values.set("artists", track.artists)
        values.set("albumArtists", track.albumArtists)
        values.set("album", track.album)
        values.set("composers", track.composers)
        values.set("genres", track.genres)
        values.set("trackNumber", track.trackNumber)
        values.set("trackTotal", track.trackTotal)
        values.set("discNumber", track.discNumber)
        values.set("discTotal", track.discTotal)
        values.set("date", track.date)
    }
}
