// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("News of podcasts in the notification centre")
@MediaActor
struct EpisodeNewsTests {
    private let screen = FakeNotificationScreen()
    private let podcasts = FakePodcasts(in: FakeContentSource())
    private let played = EventLog<String>()
    private let appended = EventLog<String>()

    private func start() async -> (NotificationCoordinator, EpisodeNews) {
        let center = NotificationCoordinator(store: MemoryUserNotificationStore(), clock: .system(boot: "1"))
        var own = NotificationClient("org.oncue.OnCue", title: "OnCue")
        (own.alert, own.sound) = (.allowed, .allowed)
        own.categories = [EpisodeNews.category]
        center.introduce(own)
        center.add(screen)
        center.begin()
        await center.ready()
        let news = EpisodeNews(
            center: center, podcasts: podcasts, now: { 1_795_694_400 },
            play: { [played] in played.append($0) }, append: { [appended] in appended.append($0) })
        return (center, news)
    }

    private func news(_ podcast: String, _ titles: String...) -> NewEpisodes {
        NewEpisodes(
            ContentIdentifier(kind: .podcast, key: podcast), podcast: podcast,
            episodes: titles.map { .init(ContentIdentifier(kind: .episode, key: podcast + $0), title: $0) })
    }

    @Test("One episode has its title and buttons; several of a podcast are counted, and podcasts stay apart")
    func grouped() async throws {
        let (_, news) = await start()
        await news.tell(self.news("News", "Today"))
        await news.tell(self.news("Stories", "C", "B", "A"))
        try await screen.log.wait(count: 4)
        let shown = screen.shown.values.sorted { $0.count < $1.count }
        #expect(shown.map(\.title) == ["Today", "3 new episodes"])
        #expect(shown.first?.actions.map(\.title) == ["Play", "Play later", "Not this show"])
        #expect(shown.last?.lines == ["Stories: C", "Stories: B", "Stories: A"])
        #expect(shown.allSatisfy { $0.urgency == .low && $0.sound == nil })
    }

    @Test("A show that the user wants to hear of has a sound")
    func loud() async throws {
        let (_, news) = await start()
        var told = self.news("News", "Today")
        told.isLoud = true
        await news.tell(told)
        try await screen.log.wait(count: 1)
        #expect(screen.shown.values.first?.sound == "default")
        #expect(screen.shown.values.first?.urgency == .normal)
    }

    @Test("The buttons play, append, and end the news of a podcast")
    func buttons() async throws {
        let (center, news) = await start()
        await news.tell(self.news("News", "Three", "Two", "One"))
        let names = center.book.delivered.reversed().map(\.name)
        try await center.answer(names[0], NotificationAnswer(.custom("play")))
        try await played.wait(count: 1)
        try await center.answer(names[1], NotificationAnswer(.custom("later")))
        try await appended.wait(count: 1)
        #expect(played.events + appended.events == names.prefix(2).map(\.identifier))
        try await center.answer(names[2], NotificationAnswer(.custom("never")))
        try await waitUntil("nothing is told any longer") { center.book.records.isEmpty }
    }
}
