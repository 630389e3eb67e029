// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import JSON
import OnCueTestSupport
import Synchronization
import Testing

/// From feeds on a web server to the screen, with the real programs and servers of desktops that group nothing.
@Suite("New episodes as notifications", .timeLimit(.minutes(10)))
struct EpisodeStoryTests {
    /// Three shows, whose episodes are added to by the test.
    private final class Feeds: Sendable {
        private let episodes = Mutex(["News": ["Old"], "Stories": ["Old"], "Science": ["Old"]])
        private let served = Mutex<HTTPServer?>(nil)

        init() throws {
            let server = try HTTPServer { [weak self] request in
                .text(self?.feed(String(request.path.dropFirst()), request.fields["host"] ?? "") ?? "")
            }
            served.withLock { $0 = server }
        }

        var address: String { served.withLock { $0?.address ?? "" } }

        func publish(_ titles: String..., of show: String) {
            episodes.withLock { $0[show, default: []] += titles }
        }

        private func feed(_ show: String, _ host: String) -> String {
            let items = episodes.withLock { $0[show] ?? [] }.enumerated().map { index, title in
                "<item><title>\(title)</title><guid>\(show) \(title)</guid>"
                    + "<pubDate>\(10 + index) Nov 2026 10:00 GMT</pubDate>"
                    + "<enclosure url=\"http://\(host)/\(title).wav\" type=\"audio/wav\"/></item>"
            }
            return "<rss><channel><title>\(show)</title>" + items.reversed().joined() + "</channel></rss>"
        }
    }

    private func isSilent(_ call: [BusValue]) -> Bool {
        let hints = call[6].dictionaryValue ?? [:]
        return hints["suppress-sound"]?.unwrapped == .bool(true) && hints["sound-name"] == nil
    }

    @Test(
        "Those of three shows are one notification a show, with their number and titles, which can be answered alone",
        arguments: [FakeNotificationServer.Profile.gnome43, .plasma])
    func grouped(_ desktop: FakeNotificationServer.Profile) async throws {
        let feeds = try Feeds()
        let machine = try await Machine()
        let server = try await FakeNotificationServer(desktop, on: try #require(machine.bus))
        _ = try await machine.startDaemon()
        for (show, notify) in [("News", "quiet"), ("Stories", "quiet"), ("Science", "loud")] {
            try await machine.done("podcast", "add", feeds.address + "/" + show)
            try await machine.done("podcast", "set", show, "--notify", notify)
        }
        /// The last that was shown with a body.
        func call(_ body: String) async throws -> [BusValue] {
            try await waitFor("\"\(body)\" is shown") {
                try await server.calls().last { $0[4].stringValue == body }
            }
        }

        feeds.publish("Today", of: "News")
        feeds.publish("One", "Two", "Three", of: "Stories")
        feeds.publish("Stars", "Stones", of: "Science")
        try await machine.done("podcast", "refresh")

        #expect(try await call("News")[3].stringValue == "Today")
        let stories = try await call("Stories: Three\nStories: Two\nStories: One")
        let science = try await call("Science: Stones\nScience: Stars")
        #expect(stories[3].stringValue == "3 new episodes" && science[3].stringValue == "2 new episodes")
        #expect(isSilent(stories) && !isSilent(science))
        let shown = try await server.shown()
        #expect(shown.map(\.title).sorted() == ["2 new episodes", "3 new episodes", "Today"])

        feeds.publish("Tonight", of: "News")
        try await machine.done("podcast", "refresh")
        #expect(try await call("News: Tonight\nNews: Today")[3].stringValue == "2 new episodes")
        #expect(Set(try await server.shown().map(\.number)) == Set(shown.map(\.number)), "nothing is stacked")

        let rows = try await machine.json("notifications")["items"]?.arrayValue ?? []
        let row = try #require(rows.first { $0["title"] == "Three" })
        let answer = row["actions"]?.arrayValue?.first { $0["title"] == "Not this show" }?["name"]?.stringValue
        try await machine.done(
            "notifications", "answer", try #require(row["number"]?.stringValue), try #require(answer))
        try await server.shows(["2 new episodes", "2 new episodes"])
        feeds.publish("Four", of: "Stories")
        feeds.publish("Seas", of: "Science")
        try await machine.done("podcast", "refresh")
        _ = try await call("Science: Seas\nScience: Stones\nScience: Stars")
        #expect(try await server.shown().map(\.title) == ["2 new episodes", "3 new episodes"])
        #expect(try await machine.json("notifications")["total"] == 5)
    }
}
