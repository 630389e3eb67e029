// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueInterface

/// Values that several tests show.
enum Samples {
    static let playing: NowPlayingReport = {
        var report = plainlyPlaying
        report.context = album
        return report
    }()

    /// What the queue was filled from, with its first track current.
    static let album = ContextMark(
        title: "Kind of Blue", identifier: "album:a", kind: "album", number: 1, count: 5)

    private static let plainlyPlaying = NowPlayingReport(
        status: .playing, volume: 0.6, repeatMode: .all, queueLength: 5,
        entry: NowPlayingEntry(
            id: PlaybackQueue.EntryID(7), queueIndex: 0, identifier: "track:abc", title: "So What",
            artists: ["Miles Davis"], album: "Kind of Blue", trackNumber: 1, url: "file:///m/01.flac",
            position: .milliseconds(83_123), duration: .seconds(545)),
        output: AudioOutput(name: "pulse", isSilent: false))

    static let albums = [
        ContentRecord(
            identifier: "album:a", kind: "album", title: "Kind of Blue", subtitle: "Miles Davis", isContainer: true,
            isPlayable: true, duration: .seconds(2744), childCount: 5, path: "/1/0"),
        ContentRecord(
            identifier: "album:b", kind: "album", title: "夜の音楽", subtitle: "東京", isContainer: true,
            isPlayable: true, duration: .seconds(3723), childCount: 1, path: "/1/1"),
    ]

    static let entries = [
        QueuePage.Entry(
            id: PlaybackQueue.EntryID(11), identifier: "track:a", title: "So What", artist: "Miles Davis",
            album: "Kind of Blue", duration: .seconds(545), url: "file:///m/01.flac"),
        QueuePage.Entry(
            id: PlaybackQueue.EntryID(12), identifier: "track:b", title: "Blue in Green", artist: "Miles Davis",
            album: "Kind of Blue", duration: .seconds(327), url: "file:///m/03.flac", isCurrent: true),
        QueuePage.Entry(id: PlaybackQueue.EntryID(13), identifier: "track:c", title: "Untold"),
    ]

    static let provider = ProviderRecord(
        busName: "org.example.Music", objectPath: "/org/example/Music", name: "Music", identifier: "provided:music",
        state: "available")

    static let activity: ActivityRecord = {
        var activity = Activity(
            .init("org.example.Concerts", "1"), type: "org.example.Concerts.concert", title: "Blue Note, Friday",
            eligibility: [.search, .handoff])
        activity.info = ActivityInfo(["id": .integer(7)])
        activity.changed = 1_000_000
        return ActivityRecord(activity, programName: "Concerts", isCurrent: true, isLive: true)
    }()

    static let bookmark = Bookmark(
        number: 3, identifier: ContentIdentifier(kind: .track, key: "abc"),
        location: MediaLocation(filePath: Array("/m/01.flac".utf8)), title: "So What", artists: ["Miles Davis"],
        album: "Kind of Blue", position: .seconds(83), time: 1_000_000)

    static func tracks(_ count: Int) -> [ContentRecord] {
        (0..<count).map {
            ContentRecord(identifier: "track:\($0)", kind: "track", title: "Track \($0)", path: "/2/\($0)")
        }
    }

    /// One of two tracks of one title.
    static func twin(_ key: String, by artist: String) -> ContentRecord {
        var record = ContentRecord(identifier: "track:\(key)", kind: "track", title: "So What", isPlayable: true)
        record.subtitle = artist
        return record
    }

    /// The suggestion of this number, of an offer or of what would be suggested now.
    static func suggestion(_ number: Int, offer: String = "now") -> SuggestionRecord {
        let titles = ["Kind of Blue", "The Show", "夜の音楽"]
        var suggestion = SuggestionRecord(
            id: "\(offer).\(number)", identifier: "album:\(number)", title: titles[number - 1])
        suggestion.subtitle = "Miles Davis"
        suggestion.sentence = "You usually play this: 8 of 10 times."
        suggestion.cause = "habit"
        suggestion.probability = 0.5
        suggestion.reasons = [.init(facet: "hour", weight: 0.8), .init(facet: "age", weight: -0.2)]
        if number == 2 { suggestion.position = .seconds(83) }
        return suggestion
    }

    /// What headphones have raised, with two suggestions.
    static let offer: SuggestionOffer = {
        var offer = SuggestionOffer(
            id: 7, trigger: "headphones", sentence: "My Pods connected.", raisedAt: 100, expiresAt: 700,
            suggestions: [suggestion(1, offer: "7"), suggestion(2, offer: "7")])
        offer.device = "My Pods"
        return offer
    }()
}
