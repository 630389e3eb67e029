// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueIntents
import Testing

@Suite("Definitions of intents")
struct IntentFileTests {
    private static let coffee = """
        {
          "program": "org.example.Coffee",
          "name": "Coffee",
          "intents": [
            {
              "name": "order",
              "category": "order",
              "title": "Order a drink",
              "phrase": "My usual",
              "parameters": [
                {"name": "drink", "type": "choice", "choices": ["espresso", {"name": "flat", "title": "Flat white"}],
                 "required": true, "prompt": "Which drink?"},
                {"name": "sugar", "type": "number", "minimum": 0, "maximum": 5, "default": 0}
              ],
              "shortcuts": [{"parameters": ["drink"], "title": "Order a ${drink}", "subtitle": "Coffee"}],
              "responses": [
                {"code": "ordered", "success": true, "properties": ["minutes"],
                 "text": "Your ${drink} is ready in ${minutes} minutes."},
                {"code": "closed", "text": "The café is closed."}
              ]
            }
          ]
        }
        """

    private func order() throws -> IntentDefinition { try #require(IntentFile.read(Self.coffee).file).intents[0] }

    @Test("A file declares a program, its intents, and all that belongs to them")
    func reads() throws {
        let (file, problems) = IntentFile.read(Self.coffee)

        #expect(problems == [])
        let found = try #require(file)
        #expect(found.program == "org.example.Coffee")
        #expect(found.objectPath == "/org/example/Coffee")
        let order = found.intents[0]
        #expect(order.name.text == "org.example.Coffee.order")
        #expect(order.isConfirmed, "orders are confirmed unless they say otherwise")
        #expect(order.parameters.map(\.name) == ["drink", "sugar"])
        #expect(order.parameter("sugar")?.fallback == .number(0))
        #expect(order.response("ordered")?.properties == ["minutes"])
    }

    @Test(
        "A mistake is told with its line, its column, its path and the nearest right word",
        arguments: [
            ("\"category\": \"order\"", "\"category\": \"oder\"", "intents[0].category", "did you mean \"order\""),
            ("\"phrase\":", "\"phrse\":", "intents[0].phrse", "did you mean \"phrase\""),
            ("\"type\": \"number\"", "\"type\": \"numbr\"", "intents[0].parameters[1].type", "did you mean \"number\""),
            ("[\"drink\"], \"title\"", "[\"drnk\"], \"title\"", "intents[0].shortcuts[0].parameters[0]", "\"drink\""),
            ("Order a ${drink}", "Order a ${drinks}", "intents[0].shortcuts[0].title", "did you mean \"drink\""),
            ("ready in ${minutes}", "ready in ${minute}", "intents[0].responses[0].text", "did you mean \"minutes\""),
            ("\"default\": 0", "\"default\": 9", "intents[0].parameters[1].default", "from 0 to 5"),
            ("\"maximum\": 5", "\"maximum\": -5", "intents[0].parameters[1].maximum", "below the minimum"),
            ("\"name\": \"sugar\"", "\"name\": \"drink\"", "intents[0].parameters[1]", "there twice"),
            ("\"name\": \"order\"", "\"name\": \"1 order\"", "intents[0].name", "must be a letter"),
            ("org.example.Coffee", "coffee", "program", "a name on the bus"),
            ("\"success\": true", "\"success\": \"yes\"", "intents[0].responses[0].success", "true or false"),
            ("\"title\": \"Order a drink\",", "", "intents[0]", "must have \"title\""),
            ("\"My usual\"", "\"A {drnk}\"", "intents[0].phrase", "did you mean \"drink\""),
            ("\"My usual\"", "\"A (drink\"", "intents[0].phrase", "character 3: \"(\" is never closed"),
        ])
    func mistakes(old: String, new: String, path: String, part: String) throws {
        let text = Self.coffee.replacing(old, with: new)
        #expect(text != Self.coffee)

        let (file, problems) = IntentFile.read(text)

        #expect(file == nil)
        let problem = try #require(problems.first { $0.path == path }, "\(problems)")
        #expect(problem.isMistake)
        #expect(problem.message.contains(part), "\(problem.message)")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.indices.contains(problem.line - 1))
        #expect(problem.line > 1 && problem.column > 1, "\(problem)")
    }

    @Test("The line and the column are those of the value, or of its key")
    func positions() throws {
        let text = Self.coffee.replacing("\"default\": 0", with: "\"default\": 9")
        let problem = try #require(IntentFile.read(text).problems.first)
        let line = text.split(separator: "\n", omittingEmptySubsequences: false)[problem.line - 1]
        #expect(line.dropFirst(problem.column - 1).hasPrefix("\"default\": 9"))

        let broken = IntentFile.read("{\n  \"program\": }")
        #expect(broken.problems.map(\.line) == [2])
        #expect(broken.problems.map(\.column) == [14])
    }

    @Test("What is allowed and may surprise is a remark, and the file is used")
    func remarks() throws {
        let text = Self.coffee.replacing(
            "\"drink\"], \"title\": \"Order a ${drink}\"", with: "\"sugar\"], \"title\": \"Sugar\"")
        let (file, problems) = IntentFile.read(text)
        #expect(file != nil)
        #expect(problems.map(\.message) == ["it asks for drink each time it is used"])
        #expect(problems.allSatisfy { !$0.isMistake })
    }

    @Test("Text that is cut or changed anywhere is read or refused, never more")
    func anything() {
        let bytes = Array(Self.coffee.utf8)
        for end in stride(from: 0, to: bytes.count, by: 7) {
            let (file, problems) = IntentFile.read(String(decoding: bytes[..<end], as: UTF8.self))
            #expect(file == nil && !problems.isEmpty)
        }
        for index in stride(from: 0, to: bytes.count, by: 11) {
            for byte in "}]\"0,{é".utf8 {
                var changed = bytes
                changed[index] = byte
                let (file, problems) = IntentFile.read(String(decoding: changed, as: UTF8.self))
                #expect(file != nil || !problems.isEmpty)
            }
        }
    }

    @Test("OnCue's own intents are declared without a mistake or a remark")
    func builtin() {
        #expect(BuiltinIntents.problems == [])
        #expect(BuiltinIntents.all.count >= 20)
        #expect(BuiltinIntents.all.allSatisfy { !$0.summary.isEmpty && !$0.shortcuts.isEmpty })
    }

    // MARK: Values

    @Test(
        "A value is taken as its parameter takes it, or refused with what it can be",
        arguments: [
            ("sugar", ParameterValue.text("2"), ParameterValue.number(2) as ParameterValue?, ""),
            ("sugar", .number(7), nil, "sugar must be from 0 to 5, not 7"),
            ("drink", .text("flat WHITE"), .text("flat"), ""),
            ("drink", .text("esspresso"), nil, "did you mean \"espresso\"?"),
            ("drnk", .text("espresso"), nil, "there is no parameter \"drnk\"; did you mean \"drink\"?"),
        ])
    func values(name: String, value: ParameterValue, taken: ParameterValue?, reason: String) throws {
        let order = try order()
        do throws(IntentRefusal) {
            let found = try order.taken([name: value])
            #expect(taken != nil && found == taken.map { [name: $0] })
        } catch {
            #expect(taken == nil)
            #expect(error.message.contains(reason), "\(error.message)")
        }
    }

    @Test("What is missing is asked for, defaults fill the rest, and the shortcut has its title")
    func completes() throws {
        let order = try order()
        #expect(order.missing([:])?.question == "Which drink?")
        let values: [String: ParameterValue] = ["drink": .text("flat")]
        #expect(order.missing(values) == nil)
        #expect(order.completed(values)["sugar"] == .number(0))
        #expect(order.title(values) == "Order a Flat white")
        #expect(order.subtitle(values) == "Coffee")
        let response = try #require(order.response("ordered"))
        #expect(order.sentence(response, values, ["minutes": .number(4)]) == "Your Flat white is ready in 4 minutes.")
    }

    @Test("A donation is taken with the values of a shortcut, and otherwise refused with the reason")
    func donations() throws {
        let order = try order()
        #expect(order.refusal(ofDonation: ["drink": .text("flat")]) == nil)
        #expect(
            order.refusal(ofDonation: ["sugar": .number(1)]) == "no shortcut of it has exactly sugar; there are: drink")
        #expect(order.refusal(ofDonation: ["drink": .text("tea")])?.contains("must be one of espresso, flat") == true)
    }

    @Test(
        "A moment is a clock time or a date with one",
        arguments: [
            ("06:30", true), ("2026-12-24T18:00", true), ("24:00", false), ("2026-06-31T10:00", false),
            ("2026-02-29T10:00", false), ("2028-02-29T10:00", true), ("6", false), ("", false), ("T", false),
            ("+6:30", false),
        ])
    func moments(text: String, isValid: Bool) {
        #expect((IntentMoment(text) != nil) == isValid)
    }

    @Test("A time is shown in hours, minutes and seconds, and a template leaves out what is not there")
    func shows() {
        let parameter = IntentParameter("for", .duration)
        #expect(parameter.shown(.number(5400)) == "1 h 30 min")
        #expect(parameter.shown(.number(45)) == "45 s")
        #expect(IntentTemplate("Play ${what} ${mode}").filled { $0 == "what" ? "Blue" : nil } == "Play Blue")
        #expect(IntentTemplate("100 ${").filled { _ in nil } == "100 ${")
    }

    @Test("Parameters are told to assistants as a schema")
    func schemas() throws {
        let schema = try order().schema
        #expect(schema["required"] == ["drink"])
        #expect(schema["properties"]?["drink"]?["enum"] == ["espresso", "flat"])
        #expect(schema["properties"]?["sugar"]?["maximum"] == 5)
        #expect(schema["properties"]?["sugar"]?["default"] == 0)
        #expect(schema["additionalProperties"] == false)
    }
}
