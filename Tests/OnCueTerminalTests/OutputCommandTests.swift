// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue output")
struct OutputCommandTests {
    private static let listing = OutputListing(outputs: [
        .init(identifier: "alsa", title: "Speakers (Built-in Audio)", kind: "speakers", isDefault: true),
        .init(identifier: "bluetooth:AA", title: "My Pods", kind: "headphones", isCurrent: true),
        .init(identifier: "hdmi", title: "HDMI Audio", kind: "hdmi", isAvailable: false),
    ])

    private func session(_ change: (inout OutputListing) -> Void = { _ in }) -> Session {
        var listing = Self.listing
        change(&listing)
        return Session { [listing] in $0.outputs = listing }
    }

    @Test("shows the outputs with what is in use, the default, and what is not plugged in")
    func shows() async {
        let session = session { $0.chosen = .init(identifier: "bluetooth:AA", title: "My Pods") }

        await session.run("output")

        #expect(
            session.data.lines == [
                "   1  Speakers (Built-in Audio)  speakers    default",
                "▶  2  My Pods                    headphones  chosen",
                "   3  HDMI Audio                 hdmi        nothing plugged in",
            ])
        #expect(session.talk.text.contains("My Pods is chosen"))
    }

    @Test(
        "chooses by number, name, part of a name, identifier or kind",
        arguments: [
            ("2", "bluetooth:AA"), ("my pods", "bluetooth:AA"), ("built-in", "alsa"), ("hdmi", "hdmi"),
            ("headphones", "bluetooth:AA"), ("bluetooth:AA", "bluetooth:AA"),
        ])
    func chooses(word: String, identifier: String) async {
        let session = session()
        #expect(await session.run("output", word) == .done)
        #expect(session.service.calls.last == "output \(identifier)")
        #expect(session.talk.text.hasPrefix("Sound goes to "))
    }

    @Test("Several numbers play together; add and remove change what is chosen, or what the default is")
    func together() async {
        let session = session()
        #expect(await session.run("output", "2", "3") == .done)
        #expect(session.talk.text == "Sound goes to My Pods and HDMI Audio\n")
        #expect(await session.run("output", "add", "speakers") == .done)
        #expect(session.talk.text == "Sound goes to My Pods, HDMI Audio and Speakers (Built-in Audio)\n")
        await session.run("output")
        #expect(session.data.lines.allSatisfy { $0.contains("chosen") })
        #expect(session.talk.text == "Sound goes to My Pods, HDMI Audio and Speakers (Built-in Audio)\n")
        #expect(await session.run("output", "remove", "HDMI", "Audio") == .done)
        #expect(await session.run("output", "remove", "1") == .done)
        #expect(
            session.service.calls.filter { $0 != "outputs" } == [
                "outputs bluetooth:AA hdmi", "outputs bluetooth:AA hdmi alsa", "outputs bluetooth:AA alsa",
                "output bluetooth:AA",
            ])
        #expect(await session.run("output", "remove", "2") == .failed)
        #expect(session.talk.text.contains("My Pods is the only chosen output"))
        #expect(await session.run("output", "remove", "1") == .failed)
        #expect(await session.run("output", "add", "2") == .failed)
        #expect(await session.run("output", "add", "kitchen") == .nothingFound)
        #expect(await session.run("output", "1", "9") == .nothingFound)
        let other = self.session()
        await other.run("output", "add", "1", "--json")
        #expect(other.service.calls.contains("outputs bluetooth:AA alsa"))
        #expect(other.data.text.contains("\"title\":\"My Pods and Speakers (Built-in Audio)\""))
    }

    @Test("One of several that is not connected is counted")
    func missing() async {
        let session = session {
            $0.chosen = .init(identifier: "together:bluetooth:AA|car", title: "My Pods and Car")
            $0.together = ["bluetooth:AA", "car"]
        }
        await session.run("output")
        #expect(session.talk.text == "My Pods and Car are chosen; 1 of them is not connected\n")
    }

    @Test("default follows the sound server again, as the configuration's auto does", arguments: ["default", "auto"])
    func followsDefault(word: String) async {
        let session = session()
        #expect(await session.run("output", word) == .done)
        #expect(session.service.calls == ["output default"])
    }

    @Test("words that fit several outputs, or none, choose nothing")
    func unclear() async {
        let session = session()
        #expect(await session.run("output", "audio") == .nothingFound)
        #expect(session.talk.text.contains("matches several outputs: \"Speakers (Built-in Audio)\", \"HDMI Audio\""))
        #expect(await session.run("output", "4") == .nothingFound)
        #expect(await session.run("output", "radio") == .nothingFound)
    }

    @Test("says where sound goes when nothing can be chosen")
    func states() async {
        func summary(_ change: @escaping (inout OutputListing) -> Void) async -> String {
            let session = session(change)
            await session.run("output")
            return session.talk.text
        }
        #expect(await summary { _ in } == "Sound follows the default output\n")
        #expect(await summary { $0 = OutputListing(isServerThere: false) } == "No sound server is running\n")
        #expect(await summary { $0 = OutputListing(fixed: "silent") }.hasPrefix("Sound goes to \"silent\""))
        #expect(
            await summary { $0.chosen = .init(identifier: "x", title: "Car") }.hasPrefix(
                "Car is chosen but not connected"))
    }

    @Test("--json has every field")
    func json() async {
        let session = session { $0.outputs.removeLast(2) }
        await session.run("output", "--json")
        #expect(
            session.data.text
                == #"{"total":1,"offset":0,"items":[{"number":1,"identifier":"alsa","title":"Speakers (Built-in Audio)","#
                + #""kind":"speakers","current":false,"default":true,"available":true,"chosen":false}],"chosen":null,"#
                + #""server":true,"fixed":null}"# + "\n")
    }
}
