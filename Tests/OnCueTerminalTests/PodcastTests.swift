// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import Testing

@testable import OnCueTerminal

@Suite("Podcasts")
struct PodcastTests {
    @Test("The list has a line for each, and JSON has every key")
    func list() async {
        let session = Session { $0.podcasts = [FakeService.show] }

        #expect(await session.run("podcast") == .done)
        #expect(session.data.text.contains("The Show"))
        #expect(session.data.text.contains("2 unplayed"))
        #expect(await session.run("podcast", "list", "--json") == .done)
        #expect(
            session.data.text.hasPrefix(
                "{\"total\":1,\"offset\":0,\"items\":[{\"identifier\":\"podcast:aaaaaaaaaaaa\",\"title\":\"The Show\""))
    }

    @Test("Titles begin at the podcasts, whether the person says so or not")
    func places() async {
        let session = Session()

        await session.run("podcast", "remove", "The", "Show")
        await session.run("podcast", "delete", "Podcasts/The Show/One")
        await session.run("podcast", "remove", "podcast:aaaaaaaaaaaa")

        #expect(
            session.service.calls.filter { !$0.hasPrefix("item ") } == [
                "unsubscribe Podcasts/The Show", "delete Podcasts/The Show/One", "unsubscribe podcast:aaaaaaaaaaaa",
            ])
    }

    @Test("An empty place is handed on as it is, to be refused")
    func emptyPlace() async {
        let session = Session()

        await session.run("podcast", "remove", "")

        #expect(session.service.calls.last == "unsubscribe ")
    }

    @Test("Chapters are shown with where they begin")
    func chapters() async {
        let session = Session()

        #expect(await session.run("podcast", "chapters", "The Show/One") == .done)
        #expect(session.data.text == "   0:00  Intro\n1:01:01  Main\n")
        #expect(await session.run("podcast", "chapters", "The Show/One", "--json") == .done)
        #expect(
            session.data.text == """
                {"total":2,"offset":0,"items":[{"start":0.0,"title":"Intro"},{"start":3661.0,"title":"Main"}]}

                """
        )
        #expect(session.service.calls.first == "chapters Podcasts/The Show/One")
    }

    @Test("A refresh tells lines in a pipe, and fails when every feed has failed")
    func refresh() async {
        let report = RefreshReport(podcasts: 1, newEpisodes: 0, failures: ["The Show: it is away"])
        let session = Session {
            $0.podcastUpdates = [
                .event(.refreshProgressed(RefreshProgress(done: 1, total: 1, title: "The Show"))),
                .event(.refreshFinished(report)),
            ]
        }

        #expect(await session.run("podcast", "refresh", "--json") == .failed)
        #expect(session.talk.text.contains("Refreshed 1 of 1: The Show"))
        #expect(session.talk.text.contains("  The Show: it is away"))
        #expect(session.data.text.contains("\"newEpisodes\":0"))
    }
}
