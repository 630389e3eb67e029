// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON
import Testing

@Suite("Arguments are compared with the schema of the tool")
struct ArgumentTests {
    private static let schema: JSONValue = [
        "type": "object",
        "properties": [
            "what": ["type": "string", "description": "Words or a title.", "minLength": 1, "maxLength": 5],
            "mode": ["type": "string", "enum": ["now", "next", "append", "interrupt"], "default": "now"],
            "limit": ["type": "integer", "minimum": 1, "maximum": 50],
            "volume": ["type": "number", "minimum": 0],
            "quiet": ["type": "boolean"],
            "tags": ["type": "array", "maxItems": 2, "items": ["type": "string", "enum": ["jazz", "rock"]]],
            "when": ["type": ["string", "null"]],
            "at": [
                "type": "object", "properties": ["hour": ["type": "integer", "maximum": 23]], "required": ["hour"],
                "additionalProperties": false,
            ],
        ],
        "required": ["what"], "additionalProperties": false,
    ]

    @Test("Right arguments pass, with the defaults of those that are missing")
    func right() {
        let checked = CheckedArguments(
            [
                "what": "abcde", "limit": 50, "volume": 0.5, "quiet": false, "tags": ["jazz"], "when": nil,
                "at": ["hour": 23],
            ], schema: Self.schema)
        #expect(checked.complaints == [])
        #expect(checked.value["mode"] == "now")
        #expect(CheckedArguments(["what": "x", "mode": "next"], schema: Self.schema).value["mode"] == "next")
        #expect(CheckedArguments(["what": "x", "limit": 5.0], schema: Self.schema).value["limit"] == 5)
        #expect(CheckedArguments(["what": "x", "volume": 5], schema: Self.schema).complaints == [])
        #expect(CheckedArguments(["what": "💿💿💿💿💿"], schema: Self.schema).complaints == [])
    }

    @Test(
        "A wrong argument is named, with what it must be, what it is, and the nearest right word",
        arguments: [
            (
                ["mode": "nxt"],
                #""mode" must be one of now, next, append or interrupt, not "nxt"; did you mean "next"?"#
            ),
            (["mode": "x"], #""mode" must be one of now, next, append or interrupt, not "x"."#),
            (["mode": 1], #""mode" must be text, not 1."#),
            (["limit": "5"], #""limit" must be a whole number, not "5"."#),
            (["limit": 5.5], #""limit" must be a whole number, not 5.5."#),
            (["limit": 1e300], #""limit" must be a whole number, not 1e+300."#),
            (["limit": 51], #""limit" must be from 1 to 50, not 51."#),
            (["limit": nil], #""limit" must be a whole number, not null."#),
            (["volume": -1], #""volume" must be at least 0, not -1."#),
            (["quiet": "yes"], #""quiet" must be true or false, not "yes"."#),
            (["tags": "jazz"], #""tags" must be a list, not "jazz"."#),
            (["tags": ["jazz", "rok"]], #""tags[1]" must be jazz or rock, not "rok"; did you mean "rock"?"#),
            (["tags": ["jazz", "jazz", "jazz"]], #""tags" must have at most 2 elements, not 3."#),
            (["when": 1], #""when" must be text or null, not 1."#),
            (["at": ["hour": 24]], #""at.hour" must be at most 23, not 24."#),
            (["at": [:]], #""at.hour" is missing."#),
            (["at": []], #""at" must be an object, not a list."#),
            (["what": "abcdef"], #""what" must have at most 5 characters, not 6."#),
            (["what": ""], #""what" must have at least 1 character, not 0."#),
            (["mod": "now"], #"There is no argument "mod"; did you mean "mode"?"#),
            (
                ["completely different": 1],
                #"There is no argument "completely different"; known are what, mode, limit, volume, quiet, tags, when and at."#
            ),
        ] as [(JSONValue, String)])
    func wrong(arguments: JSONValue, complaint: String) {
        guard case .object(var members) = arguments else { return }
        if arguments["what"] == nil { members.append(.init("what", "x")) }
        #expect(CheckedArguments(.object(members), schema: Self.schema).complaints == [complaint])
    }

    @Test("A missing argument is explained, and what is not an object is refused")
    func missing() {
        #expect(CheckedArguments([:], schema: Self.schema).complaints == [#""what" is missing: Words or a title."#])
        #expect(CheckedArguments([], schema: Self.schema).complaints == ["The value must be an object, not a list."])
        let none: JSONValue = ["type": "object", "additionalProperties": false]
        #expect(
            CheckedArguments(["x": 1], schema: none).complaints == [#"There is no argument "x"; none are taken."#])
        #expect(CheckedArguments(["x": 1], schema: ["type": "object"]).value == ["x": 1])
    }

    @Test("At most five complaints are made, and quoted text is short and safe")
    func manyComplaints() throws {
        let names = (0..<5000).map { JSONValue.Member("name \($0)", 1) }
        #expect(CheckedArguments(.object(names), schema: Self.schema).complaints.count == 5)
        let hostile = "\u{202E}\n" + String(repeating: "a", count: 1000)
        let complaint = try #require(
            CheckedArguments(["what": "x", "mode": .string(hostile)], schema: Self.schema).complaints.first)
        #expect(complaint.count < 200 && !complaint.contains("\u{202E}") && !complaint.contains("\n"))
    }

    @Test("A sound offer has no problems, and each mistake is found")
    func problems() {
        #expect(AssistantOffer.sample.problems == [])
        func problems(_ name: String, _ schema: JSONValue) -> [String] {
            AssistantOffer(
                server: AssistantOffer.sample.server,
                tools: [AssistantTool(name: name, title: "", description: "", inputSchema: schema)]
            ).problems
        }
        #expect(problems("a b", ["type": "object"]) == [#""a b" is not a name of a tool"#])
        #expect(problems("", ["type": "object"]).count == 1)
        #expect(problems("a", ["type": "array"]) == ["a: arguments are not an object"])
        #expect(problems("a", ["type": "object", "oneOf": []]).count == 1)
        #expect(problems("a", ["type": "object", "required": ["x"]]).count == 1)
        #expect(problems("a", ["type": "object", "properties": ["confirm": ["type": "string"]]]).count == 1)
        #expect(problems("a", ["type": "object", "properties": ["x": ["type": "text"]]]).count == 1)
        #expect(problems("a", ["type": "object", "properties": ["x": [:]]]).count == 1)
        let default1: JSONValue = ["type": "integer", "default": "1"]
        #expect(problems("a", ["type": "object", "properties": ["x": default1]]).count == 1)
        let tool = AssistantOffer.sample.tools[0]
        let twice = AssistantOffer(
            server: AssistantOffer.sample.server, tools: [tool, tool],
            resources: AssistantOffer.sample.resources + AssistantOffer.sample.resources)
        #expect(twice.problems.count == 3)
    }
}
