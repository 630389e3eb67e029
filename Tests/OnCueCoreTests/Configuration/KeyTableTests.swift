// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("The keys of the full-screen program")
struct KeyTableTests {
    private func table(_ lines: String...) -> KeyTable {
        KeyTable(ConfigurationReading((["[keys]"] + lines).joined(separator: "\n")).configuration)
    }

    @Test("Every action has a description, and every default key a name that is read back")
    func descriptions() {
        for action in KeyAction.allCases {
            #expect(!action.description.summary.isEmpty, "\(action)")
            #expect(!action.standardStrokes.isEmpty, "\(action)")
            for stroke in action.standardStrokes { #expect(KeyStroke(stroke.name) == stroke, "\(stroke.name)") }
        }
    }

    @Test("No key has two actions by default")
    func distinct() {
        let strokes = KeyAction.allCases.flatMap(\.standardStrokes)

        #expect(Set(strokes).count == strokes.count)
    }

    @Test("A key of the configuration is taken from the action that has it by default")
    func changed() {
        let table = table("next=n F9", "pause=none")

        #expect(table.action(of: KeyStroke(known: "n")) == .next)
        #expect(table.action(of: KeyStroke(known: "F9")) == .next)
        #expect(table.action(of: KeyStroke(known: ">")) == nil)
        #expect(table.strokes(of: .new).isEmpty)
        #expect(table.name(of: .pause) == nil)
        #expect(table.name(of: .up) == "Up")
    }

    @Test("A key that two lines give to actions belongs to the last line, in whatever order the actions are")
    func shared() {
        for lines in [["pause=x p", "next=x"], ["next=x", "pause=x p"]] {
            let reading = ConfigurationReading((["[keys]"] + lines).joined(separator: "\n"))
            let table = KeyTable(reading.configuration)
            let (last, other) = lines[1].hasPrefix("next") ? (KeyAction.next, "pause") : (.pause, "next")

            #expect(table.action(of: KeyStroke(known: "x")) == last)
            #expect(table.action(of: KeyStroke(known: "p")) == .pause)
            #expect(reading.isUsable)
            #expect(
                reading.problems == [
                    ConfigurationProblem(
                        line: 3, message: "the key x is set for \(other) in line 2, too; \(last.rawValue) has it",
                        isFatal: false)
                ])
        }
    }

    @Test("A key that a line names twice is listed once")
    func twice() {
        #expect(table("next=n n").strokes(of: .next).map(\.name) == ["n"])
    }

    @Test(
        "Names of keys are read in any case, and others are refused",
        arguments: [
            ("pageup", "PageUp"), ("CTRL-R", "Ctrl-r"), ("alt-x", "Alt-x"), ("shift-up", "Shift-Up"), ("é", "é"),
            ("f5", "F5"), ("F13", nil), ("Ctrl-1", nil), ("ab", nil), ("", nil), ("Shift-x", nil), ("\u{1B}", nil),
        ])
    func names(text: String, name: String?) {
        #expect(KeyStroke(text)?.name == name)
    }

    @Test("A value that names no key is a fault of the file, with the names that are valid")
    func refused() {
        let reading = ConfigurationReading("[keys]\nnext=Hyper-x\n")

        #expect(!reading.isUsable)
        #expect(reading.problems.first?.message.contains("Ctrl-x") == true)
    }
}
