// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import JSON
import OnCueTestSupport
import Testing

/// Where the machine is and who is there, with the real programs, and a BlueZ and a NetworkManager of the test's own.
@Suite("On cue, in the world", .timeLimit(.minutes(10)))
struct WorldStoryTests {
    @Test("What was shared with somebody whose device is there says so, once the user wants that")
    func presence() async throws {
        let system = try await PrivateBus()
        let headset = try await FakeHeadset(on: system, called: "Ada's Phone")
        let stage = try await StoryStage(system: system)
        _ = try await stage.machine.startDaemon()
        let items = try await stage.library()
        let story = try #require(items["Story"])
        try await stage.learn(story, days: 10, [:])
        try await stage.client.call(
            "Donate", of: "org.oncue.People1", at: StoryStage.path, on: StoryStage.service,
            [
                .dictionary([
                    "program": .string("org.test"), "identifier": .string("1"), "action": .string("share"),
                    "people": .strings(["Ada"]), "item": .string(story),
                ])
            ])
        try await headset.connect(isSounding: false)
        try await waitUntil("the phone is known") {
            try await stage.machine.oncue("people", "tie", "Ada", "Ada's Phone").status == 0
        }
        #expect(try await !stage.machine.done("suggestions").contains("Ada"), "nobody asked for it")

        try await stage.machine.done("config", "set", "people.presence", "on")

        try await waitUntil("Ada is mentioned") {
            try await stage.machine.done("suggestions").contains("Ada is here, with whom you have this in common.")
        }
        try await headset.disconnect()
        try await waitUntil("Ada has gone") { try await !stage.machine.done("suggestions").contains("Ada") }
    }

    @Test("A place that only its network tells raises what has its name as its location")
    func named() async throws {
        let system = try await PrivateBus()
        let network = try await FakeNetwork(on: system)
        let stage = try await StoryStage(system: system)
        let server = try HTTPServer { _ in
            .text(
                "<rss xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel><title>Walks</title>"
                    + ["Old quay", "Lighthouse"].map {
                        "<item><title>\($0) walk</title><guid>\($0)</guid><enclosure type='audio/mpeg'"
                            + " url='http://127.0.0.1:9/\($0.count).mp3'/><podcast:location>\($0)</podcast:location></item>"
                    }.joined() + "</channel></rss>")
        }
        try await network.enter("pier", wirelessName: Array("Pier".utf8), gateway: "10.0.0.1")
        _ = try await stage.machine.startDaemon()
        try await stage.machine.done("podcast", "add", server.address)
        try await waitUntil("the network is known") {
            try await stage.machine.oncue("place", "add", "Lighthouse", "--here").status == 0
        }

        try await waitUntil("the episodes are known by their locations") {
            try await stage.machine.done("simulate", "arrival", "Lighthouse")
                .contains("This belongs to the place where you are.")
        }

        let first = try await stage.machine.json("simulate", "arrival", "Lighthouse")["items"]?[0]
        #expect(first?["title"] == "Lighthouse walk")
        let seen = try await stage.machine.done("place", "seen")
        #expect(seen.contains("Old quay"), "\(seen)")
        let words = try await stage.machine.done("complete", "location", "old q")
        #expect(words.hasPrefix("Old quay\tOld quay walk"), "\(words)")
    }
}
