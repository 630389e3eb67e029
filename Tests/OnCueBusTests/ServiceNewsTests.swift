// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Trouble and what has ended in the notification centre")
@MediaActor
struct ServiceNewsTests {
    private static let now: Int64 = 1_795_694_400
    private static let day: Int64 = 86_400
    private let screen = FakeNotificationScreen()
    private let store = MemoryUserNotificationStore()
    private let played = EventLog<String>()
    private let clock = Clock()
    private let noted = EventLog<ContentIdentifier>()

    /// The seconds that have passed.
    @MediaActor
    private final class Clock {
        var passed: Int64 = 0
    }

    private func start() async -> (UserNotificationCenter, ServiceNews) {
        let center = UserNotificationCenter(store: store, clock: .system(boot: "1"))
        var own = NotificationClient("org.oncue.OnCue", title: "OnCue")
        own.alert = .allowed
        own.categories = ServiceNews.categories
        center.introduce(own)
        center.add(screen)
        center.begin()
        await center.ready()
        let news = ServiceNews(
            center: center, now: { [clock] in Self.now + clock.passed }, noteTold: { [noted] in noted.append($0) },
            play: { [played] in played.append($0) })
        return (center, news)
    }

    private func told(_ center: UserNotificationCenter) -> [String] {
        center.book.delivered.compactMap(\.delivery?.content.title)
    }

    private func podcast(failingFor days: Int64?) -> PodcastSummary {
        var podcast = PodcastSummary(
            identifier: ContentIdentifier(kind: .podcast, key: "a"), title: "News", address: "http://host/feed",
            failure: days == nil ? nil : "no answer")
        podcast.failingSince = days.map { Self.now - $0 * Self.day }
        return podcast
    }

    @Test("A feed is trouble once it has failed for a week, told once, and no longer when it works or has gone")
    func feeds() async {
        let (center, news) = await start()
        await news.refreshed([podcast(failingFor: 6)])
        #expect(told(center) == [])
        for _ in 0..<3 { await news.refreshed([podcast(failingFor: 9)]) }
        #expect(told(center) == ["\"News\" cannot be refreshed"])
        #expect(Set(noted.events) == [podcast(failingFor: 1).identifier])
        await news.refreshed([podcast(failingFor: nil)])
        #expect(told(center) == [])

        await news.refreshed([podcast(failingFor: 9)])
        await news.refreshed([])

        #expect(told(center) == [])
    }

    @Test("Without a network all fail, which is no trouble of theirs")
    func offline() async {
        let (center, news) = await start()
        var other = podcast(failingFor: 8)
        other.identifier = ContentIdentifier(kind: .podcast, key: "b")
        await news.refreshed([podcast(failingFor: 8), other])
        #expect(told(center) == [])
        (other.failure, other.failingSince, other.refreshed) = (nil, nil, Self.now - 60)

        await news.refreshed([podcast(failingFor: 8), other])

        #expect(told(center) == ["\"News\" cannot be refreshed"])
    }

    @Test("A folder that goes away is trouble until it is back; one that never was there is none")
    func folders() async {
        let (center, news) = await start()
        let folder = MediaLocation(filePath: Array("/media/disk".utf8))
        var gone = ScanReport(failed: 1, failures: [.init(location: folder, reason: "it does not exist")])
        await news.scanned(gone, folders: [folder], all: [folder])
        #expect(told(center) == [])
        await news.scanned(ScanReport(), folders: [folder], all: [folder])

        for _ in 0..<2 { await news.scanned(gone, folders: [folder], all: [folder]) }
        #expect(told(center) == ["A folder of the library has gone"])
        gone.isCancelled = true
        await news.scanned(ScanReport(), folders: [folder], all: [folder])
        #expect(told(center) == [])
        await news.scanned(gone, folders: [folder], all: [folder])
        #expect(told(center) == [], "a scan that was cancelled has not looked everywhere")
    }

    @Test("A disk that takes nothing is told of although that cannot be saved either")
    func storage() async throws {
        let (center, news) = await start()
        store.fill()

        await news.saved("the disk is full")

        #expect(told(center) == ["Nothing can be saved"])
        store.fill(false)
        await news.saved(nil)
        #expect(told(center) == [])
    }

    @Test("A long scan is told of with what it found, a short one is not")
    func scans() async {
        let (center, news) = await start()
        await news.scanned(ScanReport(added: 5, elapsed: .seconds(59)), folders: [], all: [])
        #expect(told(center) == [])
        await news.scanned(ScanReport(added: 5, elapsed: .seconds(170)), folders: [], all: [])
        #expect(told(center) == ["The library is ready"])
        #expect(center.book.delivered.first?.delivery?.content.body == "5 files were added in 3 minutes.")
    }

    @Test("A download that takes no time, or that nobody asked for, is no news")
    func downloads() async {
        let (center, news) = await start()
        var progress = DownloadProgress(
            episode: ContentIdentifier(kind: .episode, key: "e"), title: "Harbour", state: .loading)
        for isAutomatic in [false, true] {
            progress.isAutomatic = isAutomatic
            progress.state = .loading
            await news.downloaded(progress)
            progress.state = .finished
            await news.downloaded(progress)
        }
        #expect(told(center) == [])
    }

    @Test("A download that took its time is told of when it has ended, and plays when that is pressed")
    func longDownloads() async throws {
        let (center, news) = await start()
        var progress = DownloadProgress(
            episode: ContentIdentifier(kind: .episode, key: "e"), title: "Harbour", state: .waiting)
        await news.downloaded(progress)
        clock.passed = 60
        progress.state = .finished
        await news.downloaded(progress)
        #expect(told(center) == ["Harbour"])
        let name = try #require(center.book.delivered.first?.name)
        try await center.answer(name, NotificationAnswer(.main))
        try await played.wait(count: 1)
        #expect(played.events == ["episode:e"])

        progress.state = .loading
        await news.downloaded(progress)
        clock.passed = 200
        (progress.state, progress.failure) = (.failed, "no answer")
        await news.downloaded(progress)
        #expect(center.book.delivered.first?.delivery?.content.category == ServiceNews.trouble)
        progress.state = .finished
        await news.downloaded(progress)
        #expect(told(center) == [], "what worked in the end is no trouble")
    }
}
