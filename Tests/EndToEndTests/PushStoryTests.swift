// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import Glibc
import JSON
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

/// From a sender's encrypted message to what it leads to, with the real programs, pywebpush, and a distributor, a
/// notification server and a web server of the test's own.
@Suite("Push messages are decrypted and carried out", .timeLimit(.minutes(10)))
@MediaActor
struct PushStoryTests {
    /// A machine that receives push messages.
    @MediaActor
    private struct Stage {
        let story: StoryStage
        let distributor: FakeDistributor
        let daemon: ChildProcess
        let keys: (publicKey: String, authentication: String)

        var machine: Machine { story.machine }
        var server: FakeNotificationServer { story.server }

        init() async throws {
            story = try await StoryStage(system: try await PrivateBus(), desktop: .plasma)
            distributor = try await FakeDistributor(2, on: try await #require(story.machine.bus).connect())
            daemon = try await story.machine.startDaemon()
            try await story.machine.done("push", "on")
            let receiver = try await story.machine.json("push", "address")
            keys = (
                try #require(receiver["p256dh"]?.stringValue), try #require(receiver["auth"]?.stringValue)
            )
        }

        /// Delivers a message, encrypted by a sender.
        ///
        /// - Parameter times: How often the distributor delivers it.
        func send(_ text: String, _ identifier: String, times: Int = 1) async throws {
            let message = try await FakeDistributor.encrypt(
                text, publicKey: keys.publicKey, authentication: keys.authentication)
            let token = try #require(distributor.registered.events.last)
            for _ in 0..<times { try await distributor.send("Message", token, identifier, message) }
        }

        /// Waits until so many messages were carried out and refused since the start of the daemon.
        func counted(_ taken: Int, _ refused: Int) async throws {
            var status = JSONValue.null
            try await waitUntil("\(taken) carried out and \(refused) refused; there was \(status.text())") {
                status = try await machine.json("push")
                return status["taken"]?.intValue == taken && status["refused"]?.intValue == refused
            }
        }

        /// The titles of what is pinned.
        func pinned() async throws -> [String] {
            (try await machine.json("pin")["items"]?.arrayValue ?? []).filter { $0["pinned"] == true }
                .compactMap { $0["title"]?.stringValue }
        }
    }

    @Test("A notice is shown once, and replaced by the next with its identifier, also after kill -9")
    func notices() async throws {
        let stage = try await Stage()
        try await stage.send(#"{"notify":{"title":"Backup begins","body":"12 files"},"id":"backup"}"#, "1")
        let first = try await stage.server.one("Backup begins")
        #expect(try await stage.server.calls().last?[4].stringValue == "12 files")

        try await stage.send(#"{"notify":{"title":"Backup ends"},"id":"backup"}"#, "2")
        try await stage.server.shows(["Backup ends"])
        try await stage.send(#"{"notify":{"title":"Door","category":"home"}}"#, "3", times: 2)
        try await stage.send(#"{"notify":{"title":"Window","category":"home"}}"#, "4")

        let summary = try await waitFor("the kind is summed up") {
            try await stage.server.shown().first { $0.title.hasPrefix("2 ") }
        }
        #expect(try await stage.server.shown().map(\.title) == ["Backup ends", summary.title])
        #expect(try await stage.server.calls().last?[4].stringValue == "Window\nDoor", "what came twice is told once")
        try await stage.counted(4, 0)

        stage.daemon.send(SIGKILL)
        _ = try await stage.daemon.ending()
        _ = try await stage.machine.startDaemon()
        try await stage.distributor.registered.wait(count: 2)
        #expect(Set(stage.distributor.registered.events).count == 1, "senders need no other address")
        try await stage.send(#"{"notify":{"title":"Backup is checked"},"id":"backup"}"#, "5")

        let last = try await stage.server.one("Backup is checked")
        #expect(last.number == first.number, "in the same notification")
        #expect(try await stage.server.shown().count == 2)
        #expect(try await stage.machine.json("notifications")["total"] == 3)
    }

    @Test("A suggestion becomes a pin, and the next with its identifier takes its place, also after a restart")
    func suggestions() async throws {
        let stage = try await Stage()
        _ = try await stage.story.library()

        try await stage.send(#"{"suggest":"Library/Tracks/Other","id":"evening"}"#, "1")
        try await waitUntil("it is pinned") { try await stage.pinned() == ["Other"] }
        try await stage.send(#"{"suggest":"Library/Tracks/Story","id":"evening"}"#, "2")
        try await waitUntil("the next is pinned alone") { try await stage.pinned() == ["Story"] }

        let first = try await stage.machine.json("suggestions")["items"]?.arrayValue?.first
        #expect(first?["title"] == "Story")
        #expect(try await stage.machine.json("now")["status"] == "stopped")

        stage.daemon.send(SIGKILL)
        _ = try await stage.daemon.ending()
        _ = try await stage.machine.startDaemon()
        try await stage.distributor.registered.wait(count: 2)
        try await stage.send(#"{"suggest":"Library/Tracks/Story","id":"evening"}"#, "3")
        try await stage.counted(1, 0)
        #expect(try await stage.pinned() == ["Story"])
        try await stage.send(#"{"suggest":"Library/Tracks/Other","id":"evening"}"#, "4")
        try await waitUntil("the next is pinned alone") { try await stage.pinned() == ["Other"] }
    }

    @Test("A silent message refreshes podcasts and the library, so that there is what is new")
    func refreshes() async throws {
        let titles = Mutex(["First"])
        let web = try HTTPServer { request in
            let items = titles.withLock(\.self).map { title in
                "<item><title>\(title)</title><guid>\(title)</guid>"
                    + "<enclosure url=\"http://\(request.fields["host"] ?? "")/\(title).wav\" type=\"audio/wav\"/></item>"
            }
            return .text("<rss><channel><title>The Show</title>" + items.joined() + "</channel></rss>")
        }
        let stage = try await Stage()
        try await stage.machine.done("podcast", "add", web.address + "/feed")
        #expect(try await stage.story.library().count == 2)

        titles.withLock { $0 = ["Second", "First"] }
        try await stage.send(#"{"refresh":"podcasts"}"#, "1")
        try await waitUntil("the new episode is there") {
            try await stage.machine.json("podcast", "episodes", "The Show")["total"] == 2
        }
        try ToneFile.tone(440, seconds: 2, rate: 22_050, channels: 1)
            .write(to: stage.machine.directory.file("work/music/New.wav"))
        try await stage.send(#"{"refresh":"library"}"#, "2")
        try await waitUntil("the new track is there") {
            try await stage.machine.json("browse", "Library/Tracks")["total"] == 3
        }

        try await stage.counted(2, 0)
        #expect(try await stage.server.calls().isEmpty, "nothing is shown")
    }

    @Test("What has another verb, or is not encrypted with the present keys, does nothing; off, all keys are forgotten")
    func refused() async throws {
        let stage = try await Stage()
        _ = try await stage.story.library()
        let token = try #require(stage.distributor.registered.events.first)

        try await stage.send(#"{"play":"Library/Tracks/Other"}"#, "1")
        try await stage.send(#"{"suggest":"Library/Tracks/Nothing"}"#, "2")
        try await stage.distributor.send("Message", token, "3", Array(#"{"notify":{"title":"Plain"}}"#.utf8))

        try await stage.counted(0, 3)
        #expect(try await stage.machine.json("now")["status"] == "stopped")
        #expect(try await stage.pinned().isEmpty)
        #expect(try await stage.server.calls().isEmpty)
        let secret = stage.machine.directory.file("state/oncue/push-secret")
        #expect(access(secret, F_OK) == 0)
        try await stage.machine.done("push", "off")
        #expect(stage.distributor.unregistered.events == [token] && access(secret, F_OK) != 0)
        try await stage.machine.done("push", "on")
        try await stage.send(#"{"notify":{"title":"Old keys"}}"#, "4")
        try await stage.counted(0, 1)
        #expect(try await stage.server.calls().isEmpty)
    }
}
