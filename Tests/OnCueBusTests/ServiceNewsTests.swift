// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Synchronization
import Testing

@Suite("Trouble and what has ended in the notification centre")
@MediaActor
struct ServiceNewsTests {
    private nonisolated static let now: Int64 = 1_795_694_400
    private static let day: Int64 = 86_400
    private let screen = FakeNotificationScreen()
    private let store = MemoryUserNotificationStore()
    private let played = EventLog<String>()
    private let clock = Clock()
    private let noted = EventLog<ContentIdentifier>()

    /// A clock that stands still until a test moves it.
    private final class Clock: Sendable {
        private let state = Mutex<Int64>(0)

        /// The seconds that have passed.
        var passed: Int64 {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }

        var clock: NotificationClock {
            NotificationClock(
                now: { NotificationTime(wall: ServiceNewsTests.now + self.passed, uptime: self.passed, boot: "1") },
                offset: { _ in 0 }, sleep: { _ in try await MediaActor.sleep(for: .seconds(3_600)) })
        }
    }

    private func start() async -> (NotificationCoordinator, ServiceNews) {
        let center = NotificationCoordinator(store: store, clock: clock.clock)
        var own = NotificationClient("org.oncue.OnCue", title: "OnCue")
        (own.alert, own.badge) = (.allowed, .allowed)
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

    private func told(_ center: NotificationCoordinator) -> [String] {
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

    @Test("A download that takes its time is shown with its progress, in place, until it is told that it has ended")
    func downloadGoesOn() async throws {
        let (center, news) = await start()
        var progress = DownloadProgress(
            episode: ContentIdentifier(kind: .episode, key: "e"), title: "Harbour", state: .waiting)
        await news.downloaded(progress)
        progress.state = .loading
        func arrives(_ received: Int64, at time: Int64, of total: Int64? = 1_000) async {
            (clock.passed, progress.received, progress.total) = (time, received, total)
            await news.downloaded(progress)
        }
        await arrives(90, at: 9)
        await arrives(100, at: 10, of: nil)
        #expect(screen.log.events.isEmpty, "what may soon have ended, or has no size, shows nothing")

        // More than one a second, and without another percentage.
        for (received, time, count) in [
            (101, 11, 1), (150, 11, 1), (155, 12, 2), (158, 13, 2), (159, 14, 2), (400, 70, 3),
        ] {
            await arrives(Int64(received), at: Int64(time))
            try await screen.log.wait(count: count)
            try await screen.progresses.wait(count: count)
        }

        #expect(screen.log.events.map(\.progress) == [10, 15, 40])
        let shown = try #require(screen.log.events.last)
        #expect(shown.title == "Harbour" && shown.urgency == .low && shown.sound == nil)
        #expect(shown.manner.isTransient && shown.manner.needsGauge == true && shown.actions.isEmpty)
        #expect(Set(screen.log.events.map(\.key)).count == 1 && told(center) == [])
        progress.state = .finished
        await news.downloaded(progress)
        try await screen.log.wait(count: 4)
        #expect(screen.shown.values.map(\.lines) == [["It is downloaded."]])
        #expect(told(center) == ["Harbour"])
        #expect(screen.progresses.events == [10, 15, 40, nil])
    }

    @Test("A progress that is put away stays away, and one that was not heard of for long is shown again")
    func putAway() async throws {
        let (_, news) = await start()
        var progress = DownloadProgress(
            episode: ContentIdentifier(kind: .episode, key: "e"), title: "Harbour", state: .loading)
        func arrives(_ received: Int64, at time: Int64) async {
            (clock.passed, progress.received, progress.total) = (time, received, 100)
            await news.downloaded(progress)
        }
        await arrives(1, at: 0)
        await arrives(10, at: 10)
        try await screen.log.wait(count: 1)
        let shown = try #require(screen.log.events.first)
        screen.press(shown, NotificationAnswer(.dismiss))
        try await screen.withdrawals.wait(count: 1)

        await arrives(20, at: 20)
        await arrives(30, at: 400)
        #expect(screen.log.count == 1)

        progress.state = .cancelled
        await news.downloaded(progress)
        progress.state = .loading
        await arrives(1, at: 500)
        await arrives(50, at: 510)
        try await screen.log.wait(count: 2)
        screen.lapse(try #require(screen.log.events.last))
        await arrives(60, at: 640)
        try await screen.log.wait(count: 3)
        #expect(screen.log.events.map(\.progress) == [10, 50, 60])
    }

    @Test("A scan that was asked for is shown with its progress, and no other")
    func scanGoesOn() async throws {
        let (center, news) = await start()
        var progress = LibraryScanProgress(
            phase: .reading, found: 400, toRead: 200, read: 50, failed: 0, elapsed: .seconds(30))
        await news.scanning(progress)
        progress.isAsked = true
        progress.phase = .looking
        await news.scanning(progress)
        #expect(screen.log.events.isEmpty)

        progress.phase = .reading
        await news.scanning(progress)

        try await screen.log.wait(count: 1)
        #expect(screen.log.events.first?.progress == 25)
        #expect(screen.log.events.first?.lines == ["200 files are new or changed."])
        var report = ScanReport(added: 5, elapsed: .seconds(70))
        report.isCancelled = true
        await news.scanned(report, folders: [], all: [])
        #expect(screen.shown.isEmpty && told(center) == [])
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
