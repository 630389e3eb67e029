// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The examples of programs with activities, and the real daemon", .timeLimit(.minutes(5)))
struct ActivityExampleTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var program: String
        /// As people see it.
        var title: String

        var testDescription: String { name }
    }

    static let examples = [
        Example(
            name: "org.example.PythonActivities",
            program: Products.source + "/Examples/python-activities/concerts.py", title: "Python Concerts"),
        Example(
            name: "org.example.SwiftActivities", program: Products.program("swift-activities"),
            title: "Swift Concerts"),
    ]

    @Test("What it does is listed, saved when somebody looks, and continued", arguments: examples)
    func example(_ example: Example) async throws {
        let machine = try await Machine()
        try machine.install(example)
        let daemon = try await machine.startDaemon()
        let program = try ChildProcess(example.program, ["Blue Note"], environment: machine.environment)

        let listed = try await machine.waitForActivity { $0["current"] == true }
        #expect(listed["title"]?.stringValue == "Blue Note")
        #expect(listed["programName"]?.stringValue == example.title)
        // The program says that it has a newer state when it has been told that it is current.
        var shown = JSONValue.null
        try await waitUntil("its newest state is there; there was \(shown.text())") {
            shown = try await machine.json("activities", "show", "1")
            return shown["userInfo"]?["scroll"]?.intValue == 42
        }
        #expect(shown["location"]?["name"]?.stringValue == "Blue Hall")
        #expect(shown["location"]?["latitude"]?.doubleValue == 60.3925)
        let continued = try await machine.json("activities", "continue", "1")
        #expect(continued["how"]?.stringValue == "program")

        // Killed, it has lost nothing that was kept; what need not be kept is gone.
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        program.send(SIGTERM)
        #expect(try await program.result().output == "showing Blue Note\n")
        _ = try await machine.startDaemon()
        let kept = try await machine.waitForActivity { $0["live"] == false }
        #expect(kept["title"]?.stringValue == "Blue Note")
        let whole = try await machine.json("activities", "show", "1")
        #expect(whole["userInfo"]?["concert"]?.stringValue == "Blue Note")
        #expect(whole["userInfo"]?["scroll"] == nil, "only what is required")
        let error = try await machine.oncue(["activities", "continue", "1"])
        #expect(error.status == 1)
        #expect(error.errors.contains(example.title), "\(error.errors)")
        #expect(try await machine.json("activities")["total"]?.intValue == 1, "nothing is lost")
        #expect(
            try await machine.json("activities", "delete", "--program", example.name, "--yes")["removed"]?.intValue == 1
        )
        #expect(try await machine.json("activities")["total"]?.intValue == 0)
    }

    @Test("What it shows is learnt, suggested with a reason, continued by accepting it, and forgotten when deleted")
    func suggested() async throws {
        let machine = try await Machine()
        try machine.install(Self.examples[0])
        _ = try await machine.startDaemon()
        let program = try ChildProcess(Self.examples[0].program, ["Blue Note"], environment: machine.environment)
        _ = try await machine.waitForActivity { $0["current"] == true }

        let shown = try await machine.done("suggestions")
        #expect(shown.contains("Blue Note  Python Concerts"), "\(shown)")
        #expect(shown.contains("Opened recently."), "\(shown)")
        let first = try await machine.json("suggestions")["items"]?.arrayValue?.first
        #expect(first?["identifier"]?.stringValue == "foreign:org.example.PythonActivities/Blue%20Note")
        #expect(try await machine.done("why", "1").contains("Opened recently."))
        #expect(try await machine.done("simulate", "unlock", "--dry-run").contains("Blue Note"))
        let completed = try await machine.done("complete", "foreign", "blue note,")
        #expect(completed == "Blue Note, the programme\tPython Concerts\n")
        #expect(try await machine.done("complete-words", "fish", "--", "remind", "Blu").contains("Blue Note\tPython"))
        #expect(
            try await machine.json("browse", "For You")["items"]?.arrayValue?.contains { $0["title"] == "Blue Note" }
                == false)
        let accepted = try await machine.oncue(["accept", "1"])
        #expect(accepted.errors == "Python Concerts goes on with \"Blue Note\"\n", "\(accepted)")

        // Ended, its program cannot be started here: that is told, and the suggestion stays.
        program.send(SIGTERM)
        #expect(try await program.result().output == "showing Blue Note\n")
        _ = try await machine.waitForActivity { $0["live"] == false }
        try await machine.done("suggestions")
        let refused = try await machine.oncue(["accept", "1"])
        #expect(refused.status == 1 && refused.errors.contains("Python Concerts cannot go on"), "\(refused)")
        #expect(try await machine.done("suggestions").contains("Blue Note"))
        #expect(try await machine.done("suggestions", "export").contains("foreign:org.example.PythonActivities/Blue"))
        try await machine.done("activities", "delete", "--all", "--yes")
        #expect(try await machine.json("suggestions")["items"]?.arrayValue?.isEmpty == true)
        #expect(try await machine.done("suggestions", "export").contains("PythonActivities") == false)
    }

    @Test("A reminder of an activity, or of what is in the index, continues it in its program")
    func reminded() async throws {
        let machine = try await Machine()
        try machine.install(Self.examples[0])
        _ = try await machine.startDaemon()
        let program = try ChildProcess(Self.examples[0].program, ["Blue Note"], environment: machine.environment)
        _ = try await machine.waitForActivity { $0["current"] == true }

        for (words, title) in [(["--activity", "1"], "Blue Note"), (["programme"], "Blue Note, the programme")] {
            let told = try await machine.oncue(["remind"] + words + ["--in", "1s"])
            #expect(told.errors.contains("You will be reminded of \"\(title)\""), "\(told)")
            try await waitUntil("it is due") { try await machine.json("notifications")["total"] == 1 }
            let shown = try await machine.json("notifications", "show", "1")
            #expect(shown["category"] == "activity", "\(shown)")
            #expect(shown["body"]?.stringValue?.contains("Python Concerts") == true, "\(shown)")
            #expect(shown["actions"]?.arrayValue?.first?["title"] == "Continue", "\(shown)")
            try await machine.done("notifications", "answer", "1", "open")
            _ = try await program.output.waitForLine { $0 == "showing " + title }
            #expect(try await machine.json("notifications")["total"] == 0)
        }
        program.send(SIGTERM)
        _ = try await program.ending()
        let gone = try await machine.oncue(["remind", "foreign:org.example.None/1", "--in", "1s"])
        #expect(gone.status != 0 && gone.errors.contains("not there any longer"), "\(gone)")
    }

    @Test("The Swift library tells everything again when the daemon comes back")
    func again() async throws {
        let machine = try await Machine()
        try machine.install(Self.examples[1])
        let daemon = try await machine.startDaemon()
        let program = try ChildProcess(Self.examples[1].program, ["Blue Note"], environment: machine.environment)
        _ = try await machine.waitForActivity { $0["current"] == true }
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        _ = try await machine.startDaemon()
        let listed = try await machine.waitForActivity { $0["current"] == true }
        #expect(listed["live"] == true)
        program.send(SIGTERM)
        _ = try await program.ending()
        _ = try await machine.waitForActivity { $0["current"] == false && $0["live"] == false }
    }

    @Test("Listening is an activity, with its item, its position and what the queue was filled from")
    func playing() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Night/a.wav", "Night/b.wav")
        _ = try await machine.startDaemon()
        try await machine.done("play", "music/Night")
        try await machine.waitUntilPlayed(from: 0)
        let listed = try await machine.waitForActivity { $0["current"] == true }
        #expect(listed["title"]?.stringValue == "a")
        #expect(listed["type"]?.stringValue == "org.oncue.OnCue.playing")
        #expect(listed["kept"] == false)
        let shown = try await machine.json("activities", "show", "1")
        #expect(shown["userInfo"]?["position"]?.doubleValue ?? -1 > 0)
        #expect(shown["userInfo"]?["contextTitle"]?.stringValue == "Night")
        try await machine.done("pause")
        try await machine.done("activities", "continue", "1")
        #expect(try await machine.json("now")["status"]?.stringValue == "playing")
        try await machine.done("stop")
        try await waitUntil("nothing is current") { try await machine.json("activities")["total"]?.intValue == 0 }
    }
}

extension Machine {
    func install(_ example: ActivityExampleTests.Example) throws {
        let folder = example.name.contains("Swift") ? "swift-activities" : "python-activities"
        let text = try Machine.text(of: Products.source + "/Examples/\(folder)/\(example.name).activities")
        let data = try #require(environment["XDG_DATA_HOME"])
        try directory.write(
            String(data.dropFirst(directory.path.count + 1)) + "/oncue/activities/x.activities", text.utf8)
    }

    /// Waits for an activity, which is the only one.
    func waitForActivity(_ matches: (JSONValue) -> Bool) async throws -> JSONValue {
        var found: JSONValue?
        try await waitUntil("there is such an activity") {
            found = try await json("activities")["items"]?.arrayValue?.first
            return found.map(matches) ?? false
        }
        return try #require(found)
    }
}
