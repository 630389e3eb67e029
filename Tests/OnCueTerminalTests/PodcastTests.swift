// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
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

    @Test("Settings are changed by their options, the others stay, and all are shown")
    func settings() async {
        let session = Session { state in
            state.podcasts = [FakeService.show]
            state.items = [ContentRecord(identifier: "podcast:aaaaaaaaaaaa", kind: "podcast", title: "The Show")]
            state.podcastSettings.notifies = true
        }

        #expect(
            await session.run(
                "podcast", "set", "The", "Show", "--download-latest", "3", "--remove-after", "1d", "--speed", "1.3",
                "--skip-intro", "30s", "--skip-outro", "1m", "--order", "oldest") == .done)

        let calls = session.service.calls.prefix(2)
        #expect(calls == ["settings Podcasts/The Show", "set Podcasts/The Show"])
        var wanted = PodcastSettings()
        (wanted.latest, wanted.removal, wanted.rate) = (3, .seconds(86_400), 1.3)
        (wanted.intro, wanted.outro, wanted.order) = (.seconds(30), .seconds(60), .oldest)
        wanted.notifies = true
        #expect(session.service.podcastSettings == wanted)
        for line in [
            "Automatic downloads  the newest 3", "Deleted              1 day after it was heard",
            "Intro skipped        30 s", "Outro skipped        1 min", "Order                oldest first",
            "Speed                1.3", "Notices              quiet",
        ] { #expect(session.data.lines.contains(line)) }
        #expect(await session.run("podcast", "set", "The Show", "--remove-after", "never", "--json") == .done)
        #expect(
            session.data.text.hasSuffix(
                "\"settings\":{\"latest\":3,\"removeAfter\":null,\"rate\":1.3,\"intro\":30.0,\"outro\":60.0,"
                    + "\"order\":\"oldest\",\"notify\":true,\"notifyLoudly\":false}}\n"))
        #expect(await session.run("podcast", "set", "The Show", "--notify", "loud") == .done)
        #expect(session.data.lines.contains("Notices              loud"))
        #expect(session.service.podcastSettings.notifiesLoudly)
        for command in ["show", "set"] {
            #expect(await session.run("podcast", command, "The Show") == .done)
            #expect(session.data.lines.contains("Deleted              never"))
        }
    }

    @Test(
        "Settings that are not understood change nothing",
        arguments: [
            ["--download-latest", "51"], ["--download-latest", "-1"], ["--remove-after", "soon"],
            ["--remove-after", "2y"], ["--speed", "+1"], ["--speed", "9"], ["--skip-intro", "11m"],
            ["--order", "random"], ["--notify", "maybe"],
        ])
    func wrongSettings(words: [String]) async {
        let session = Session { _ in }

        #expect(await session.run(["podcast", "set", "The Show"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("The newest episodes are downloaded together, and each failure is named")
    func latest() async {
        func progress(_ key: String, _ state: DownloadProgress.State, _ failure: String? = nil) -> PodcastUpdate {
            .event(
                .downloadProgressed(
                    DownloadProgress(
                        episode: ContentIdentifier(kind: .episode, key: key), title: "Episode \(key)", state: state,
                        failure: failure)))
        }
        let session = Session {
            $0.podcastUpdates = [progress("a", .loading), progress("b", .failed, "404"), progress("a", .finished)]
        }

        #expect(await session.run("podcast", "download", "The Show", "--latest", "2", "--json") == .failed)

        #expect(session.service.calls.contains("latest 2 of Podcasts/The Show"))
        #expect(session.talk.lines.contains("Downloaded \"Episode a\""))
        #expect(session.talk.lines.contains("  Episode b: 404"))
        #expect(session.talk.text.contains("1 of 2 episodes not downloaded"))
        #expect(session.data.text.contains("\"total\":2"))
        #expect(await session.run("podcast", "download", "The Show", "--latest", "0") == .wrongWords)
    }

    @Test("An episode is kept, and no longer kept")
    func keeps() async {
        let session = Session {
            $0.items = [ContentRecord(identifier: "episode:a", kind: "episode", title: "One")]
        }

        #expect(await session.run("podcast", "keep", "The Show/One") == .done)
        #expect(session.talk.lines == ["Kept \"One\""])
        #expect(await session.run("podcast", "keep", "The Show/One", "--remove") == .done)

        #expect(
            session.service.calls.filter { $0.contains("keep") }
                == ["keep Podcasts/The Show/One", "do not keep Podcasts/The Show/One"])
        #expect(session.talk.lines == ["\"One\" is no longer kept"])
    }

    private static func several() -> Session {
        Session {
            $0.items = ["Street Talk", "News Hour"].map { title in
                ContentRecord(
                    identifier: "podcast:\(title.prefix(1).lowercased())", kind: "podcast", title: title,
                    path: "Podcasts/\(title)")
            }
        }
    }

    @Test(
        "What changes something does so with each of several places, and with everything that a query finds",
        arguments: [
            (["set", "--speed", "1.2"], ["set Podcasts/Street Talk", "set Podcasts/News Hour"]),
            (["refresh", "--no-wait"], ["refresh Podcasts/Street Talk", "refresh Podcasts/News Hour"]),
            (
                ["download", "--latest", "1", "--no-wait"],
                ["latest 1 of Podcasts/Street Talk", "latest 1 of Podcasts/News Hour"]
            ), (["remove"], ["unsubscribe Podcasts/Street Talk", "unsubscribe Podcasts/News Hour"]),
        ])
    func several(words: [String], calls: [String]) async {
        let session = Self.several()
        #expect(await session.run(["podcast"] + words + ["Street Talk", "News Hour"]) == .done)
        #expect(session.service.calls.filter(calls.contains) == calls, "\(session.service.calls)")

        let found = Self.several()
        #expect(await found.run(["podcast"] + words + ["kind:podcast"]) == .done)
        let ends = calls.map { call in
            call.replacing("Podcasts/Street Talk", with: "podcast:s").replacing("Podcasts/News Hour", with: "podcast:n")
        }
        #expect(found.service.calls.filter(ends.contains) == ends, "\(found.service.calls)")
    }

    @Test("The settings of several podcasts are a list, and those of one are not")
    func severalSettings() async {
        let session = Self.several()
        await session.run("podcast", "set", "kind:podcast", "--speed", "1.2", "--json")
        #expect(session.data.text.hasPrefix(#"{"total":2,"offset":0,"items":[{"podcast":"#))
        await session.run("podcast", "set", "Street Talk", "--speed", "1.2", "--json")
        #expect(session.data.text.hasPrefix(#"{"podcast":"#))
    }

    private func refreshing(_ podcasts: Int, failures: [String], newEpisodes: Int = 0) -> Session {
        let titles = ["The Show", "The Other"].prefix(podcasts)
        return Session { state in
            state.podcastUpdates =
                titles.enumerated().map { index, title in
                    .event(.refreshProgressed(RefreshProgress(done: index + 1, total: podcasts, title: title)))
                } + [
                    .event(
                        .refreshFinished(
                            RefreshReport(podcasts: podcasts, newEpisodes: newEpisodes, failures: failures)))
                ]
        }
    }

    @Test("A refresh of a podcast that fails is only the error, with the reason")
    func failedRefresh() async {
        let session = refreshing(1, failures: ["The Show: it is away"])

        #expect(await session.run("podcast", "refresh", "--json") == .failed)
        #expect(session.talk.text == "oncue: The Show: it is away\n")
        #expect(session.data.text.contains("\"newEpisodes\":0"))
    }

    @Test("A refresh in which every podcast fails is the reasons and the error")
    func failedRefreshOfAll() async {
        let session = refreshing(2, failures: ["The Show: it is away", "The Other: it is ill"])

        #expect(await session.run("podcast", "refresh") == .failed)
        #expect(
            session.talk.lines == [
                "Checked 1 of 2: The Show", "Checked 2 of 2: The Other", "The Show: it is away", "The Other: it is ill",
                "oncue: none of the 2 podcasts could be refreshed",
            ])
    }

    @Test("A refresh counts the podcasts that were refreshed, after the reasons of the others")
    func refresh() async {
        let session = refreshing(2, failures: ["The Show: it is away"], newEpisodes: 3)

        #expect(await session.run("podcast", "refresh", "-q") == .done)
        #expect(session.talk.lines.isEmpty)
        #expect(await session.run("podcast", "refresh") == .done)
        #expect(
            session.talk.lines.suffix(2) == ["The Show: it is away", "Refreshed 1 of 2 podcasts: 3 new episodes"])
        let all = refreshing(2, failures: [])
        #expect(await all.run("podcast", "refresh") == .done)
        #expect(all.talk.lines.last == "Refreshed 2 podcasts: 0 new episodes")
    }
}
