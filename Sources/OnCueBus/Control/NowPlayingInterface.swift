// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
internal import Glibc
internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.NowPlaying1`: the present playback, for other processes.
@MediaActor
package final class NowPlayingInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.nowPlaying
    private let controller: PlaybackController
    private let center: NowPlayingCenter
    let chapters: ChapterCenter
    let lyrics: LyricsCenter

    package init(
        controller: PlaybackController, center: NowPlayingCenter, chapters: ChapterCenter, lyrics: LyricsCenter
    ) {
        self.controller = controller
        self.center = center
        self.chapters = chapters
        self.lyrics = lyrics
    }

    /// The dictionary of the interface at this moment.
    package func info() -> [String: BusValue] {
        // A fresh snapshot: a caller that just gave a command sees its effect.
        let snapshot = controller.snapshot
        let told = center.nowPlaying
        let isSamePicture = told.track?.artwork == snapshot.entry?.track.artwork
        return NowPlaying(
            playback: snapshot, pictures: isSamePicture ? told.pictures : nil, chapter: chapters.current
        ).busValues(position: controller.position).bounded
    }

    package func properties() -> [String: BusValue] { ["NowPlaying": .dictionary(info())] }

    /// The playing time of the current entry; `nil` when it is not known.
    var duration: Duration? { controller.snapshot.duration }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        if call.member == "GetNowPlaying" {
            reply.succeed([.dictionary(info())])
        } else if call.member == "GetLyrics" {
            answerAboutLyrics(reply)
        } else {
            answerAboutChapters(call, reply: reply)
        }
    }
}

extension NowPlaying {
    fileprivate func busValues(position: Duration) -> [String: BusValue] {
        var values = BusDictionary()
        addPlayback(to: &values)
        guard let entry = playback.entry else { return values.values }
        values.set("entry", .uint64(entry.id.number))
        values.set("queueIndex", playback.entryIndex)
        values.set("contextNumber", entry.contextNumber)
        values.set("position", position)
        values.set("timestamp", .int64(Self.now))
        values.set("playbackRate", .double(playback.position.isAdvancing ? playback.rate : 0))
        values.set("duration", playback.duration)
        values.set("seekable", .bool(playback.isSeekable))
        values.set("streamTitle", playback.streamTitle)
        values.set("artUrl", artwork?.shownURI)
        values.set("artUrlSmall", pictures?.sizes[.small]?.uri)
        values.set("artUrlMedium", pictures?.sizes[.medium]?.uri)
        values.set("artUrlLarge", pictures?.sizes[.large]?.uri)
        values.set("chapter", chapter?.index)
        values.set("chapterCount", chapter?.count)
        values.set("chapterTitle", chapter?.title)
        add(entry.track, to: &values)
        if let next = playback.next { add(next: next, to: &values) }
        return values.values
    }

    /// Microseconds of the clock that goes on while the machine sleeps, `CLOCK_BOOTTIME`.
    private static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    private func addPlayback(to values: inout BusDictionary) {
        values.set("status", playback.status.rawValue)
        values.set("state", PlaybackState(playback).rawValue)
        values.set("stateReason", playback.stateReason)
        values.set("loading", .bool(playback.isLoading || playback.buffering != nil))
        values.set("buffering", playback.buffering)
        values.set("volume", .double(playback.volume))
        values.set("muted", .bool(playback.isMuted))
        values.set("repeat", playback.repeatMode.rawValue)
        values.set("shuffle", .bool(playback.isShuffled))
        values.set("shuffleMode", playback.shuffleMode.rawValue)
        values.set("similar", .bool(playback.goesOnWithSimilar))
        values.set("rate", .double(playback.rate))
        values.set("stopAfter", .bool(playback.stopsAfterEntry))
        add(playback.sleep, to: &values)
        values.set("queueLength", playback.queueLength)
        add(playback.context, to: &values)
        values.set("interruptedTitle", playback.waiting?.title)
        values.set("interruptedCount", playback.waiting?.count)
        values.set("interruptedDepth", playback.waiting?.depth)
        values.set("output", playback.output?.name)
        if let output = playback.output { values.set("outputSilent", .bool(output.isSilent)) }
        if let token = playback.token { values.set("token", .uint64(token.number)) }
        values.set("interruption", playback.interruption?.rawValue)
        values.set("error", playback.error?.message)
        values.set("errorCode", playback.error.map { ServiceError.Code($0.code).rawValue })
    }

    private func add(next: PlaybackQueue.Entry, to values: inout BusDictionary) {
        values.set("nextEntry", .uint64(next.id.number))
        values.set("nextIdentifier", next.track.identifier.description)
        values.set("nextTitle", .string(next.track.title))
        values.set("nextArtists", next.track.artists)
    }

    private func add(_ context: PlaybackContext?, to values: inout BusDictionary) {
        guard let context else { return }
        values.set("contextTitle", .string(context.title))
        values.set("contextIdentifier", context.identifier?.description)
        values.set("contextKind", context.kind?.rawValue)
        values.set("contextCount", context.count)
    }

    private func add(_ timer: SleepTimer?, to values: inout BusDictionary) {
        switch timer {
        case .time(let end):
            values.set("sleep", "time")
            values.set("sleepRemaining", max(.zero, end - ContinuousClock.now))
        case .track: values.set("sleep", "track")
        case .queue: values.set("sleep", "queue")
        case nil: break
        }
    }

    private func add(_ track: Track, to values: inout BusDictionary) {
        values.set("identifier", track.identifier.description)
        values.set("collectionIdentifier", track.albumIdentifier?.description)
        values.set("provider", track.identifier.provider)
        values.set("mediaType", MediaType(track, hasVideo: playback.hasVideo).rawValue)
        values.set("live", .bool(track.isStation))
        values.set("explicit", .bool(track.isExplicit))
        values.set("url", track.location.shownURI)
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

extension ContentIdentifier {
    /// The bus name of the program that the item comes from.
    fileprivate var provider: String {
        guard kind == .provided else { return ServiceNames.busName }
        return String(key.prefix { $0 != "/" })
    }
}
