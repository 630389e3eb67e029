// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueCore
import OnCueTestSupport
import Testing

/// What people say, and what comes of it: a line of `conversations-en.tsv` or `conversations-de.tsv` for each sentence of the
/// golden files, with the task that it means and every turn until it is done, on a machine with the music of the guide.
///
/// `ONCUE_UPDATE_SNAPSHOTS=1` writes the files anew; each line of a difference is to be read.
@Suite("Conversations, from a sentence to its result", .timeLimit(.minutes(20)))
struct ConversationTests {
    private static let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    private static let prefix = "org.oncue.OnCue."
    private static let mostTurns = 4
    /// What was before has no part in a conversation.
    private static let steps = [
        "cancel the sleep timer", "turn off shuffle", "stop repeating", "unmute", "volume 50", "play Night Crossing",
        "pause", "go back 2 minutes", "normal speed",
    ]

    private static func sentences(_ language: String) throws -> [String] {
        let path = folder + "/../OnCueSentencesTests/golden-\(language).tsv"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { String($0.prefix { $0 != "\t" }) }
    }

    @Test("Every sentence is understood, asked about and done as it is written down", arguments: ["en", "de"])
    func conversations(language: String) async throws {
        let (stage, machine) = (try await GuideStage(), try await Machine())
        try await stage.furnish(machine)
        _ = try await machine.startDaemon()
        try await machine.done("library", "add", machine.directory.file("home/Music"))
        try await machine.done("library", "scan")
        try await machine.done("podcast", "add", stage.command("https://street-talk.example/feed.xml"))
        try await machine.done("radio", "add", "Radio Bremen", stage.command("http://harbour.example/live"))
        for name in ["Evening", "Abend"] { try await machine.done("playlist", "add", name, "Little Gears") }
        try await machine.done("place", "add", "home", "geo:53.08,8.81")
        let added = try await machine.oncue(["shortcut", "add", "Reset"] + Self.steps)
        try #require(added.status == 0, "\(added.errors)")
        try await machine.done("shortcut", "add", "Good night", "cancel the sleep timer")

        let bus = try await #require(machine.bus).connect()

        var lines: [String] = []
        for sentence in try Self.sentences(language) {
            try await Self.reset(bus)
            lines.append(sentence + "\t" + (try await Self.conversation(sentence, language, machine)))
        }

        let path = Self.folder + "/conversations-\(language).tsv"
        let text = "# Sentence, task, and what is said until it is done.\n" + lines.joined(separator: "\n") + "\n"
        if getenv("ONCUE_UPDATE_SNAPSHOTS") != nil { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        let known = try String(contentsOfFile: path, encoding: .utf8)
        for (line, expected) in zip(text.split(separator: "\n"), known.split(separator: "\n")) where line != expected {
            Issue.record("\(line)\nbut it was\n\(expected)")
        }
        #expect(text.split(separator: "\n").count == known.split(separator: "\n").count)
        #expect(lines.count >= 120)
        withExtendedLifetime(stage) {}
    }

    private static func reset(_ bus: MessageBus) async throws {
        let outcome = try await bus.call(
            "RunShortcut", of: ServiceNames.intents, at: ServiceNames.objectPath, on: ServiceNames.busName,
            [.dictionary(["intent": .string("Reset")])], timeout: .seconds(60)
        ).first?.dictionaryValue
        try #require(outcome?["state"]?.stringValue == "done", "\(outcome ?? [:])")
    }

    /// The task, and every turn.
    private static func conversation(
        _ sentence: String, _ language: String, _ machine: Machine
    ) async throws -> String {
        let say = ["say", "--language", language, "--json"]
        var words = say + ["--", sentence]
        var turns: [String] = []
        for _ in 0..<mostTurns {
            let result = try await machine.oncue(words)
            let outcome = try JSONValue(parsing: result.output)
            let (state, intent) = (outcome["state"]?.stringValue ?? "", outcome["intent"]?.stringValue ?? "")
            let choices = (outcome["choices"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue }
            let shown = choices.isEmpty ? "" : " [" + choices.joined(separator: ", ") + "]"
            turns.append("\(state): " + plain(outcome["sentence"]?.stringValue ?? "", of: intent) + shown)
            let task = intent.hasPrefix(prefix) ? String(intent.dropFirst(prefix.count)) : "-"
            switch state {
            case "confirms": words = say + ["--yes", "--", sentence]
            case "asks":
                let answer = outcome["choices"]?[0]?["name"]?.stringValue ?? "10"
                var values = ["\(outcome["parameter"]?.stringValue ?? "")=\(answer)"]
                if case .object(let members) = outcome["values"] {
                    values += members.compactMap { member in
                        member.value.stringValue.map { "\(member.name)=\($0)" }
                    }
                }
                words = ["shortcut", "do", "--json", "--", task] + values
            default:
                // What was left before anything of it was heard has no place to go on at.
                if ["play", "continue", "accept"].contains(task), state == "done" {
                    try await machine.waitForNow("an episode is heard") { now in
                        let isEpisode = now["identifier"]?.stringValue?.hasPrefix("episode:") == true
                        return !isEpisode || now["status"] != "playing" || now["position"]?.doubleValue ?? 0 > 0
                    }
                }
                return task + "\t" + turns.joined(separator: " → ")
            }
        }
        return "-\t" + turns.joined(separator: " → ") + " → …"
    }

    /// Without the numbers that depend on the clock.
    private static func plain(_ text: String, of intent: String) -> String {
        let timed = ["remind", "alarm", "alarmsOff", "queue", "sleep", "trip", "suggest"]
        let line = text.replacing("\n", with: " / ")
        // What is suggested has tests of its own.
        if ["suggest", "accept"].contains(where: { intent == prefix + $0 }) { return "…" }
        guard timed.contains(where: { intent == prefix + $0 }) else { return line }
        // A span has as many units as the hour of the day gives it.
        return line.replacing(/\d+/, with: "#").replacing(/# (h|min|s)\b( # (h|min|s)\b)*/, with: "#")
    }
}
