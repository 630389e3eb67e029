// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

extension AssistantOffer {
    /// The mistakes in the offer, which a test expects to be empty: names that the specification does not allow, names
    /// and addresses that occur twice, and schemas that `CheckedArguments` does not understand.
    package var problems: [String] {
        var problems: [String] = []
        for tool in tools {
            if !Self.isToolName(tool.name) { problems.append("\"\(tool.name)\" is not a name of a tool") }
            if tool.inputSchema["type"] != "object" { problems.append("\(tool.name): arguments are not an object") }
            problems += ArgumentSchema.problems(in: tool.inputSchema).map { "\(tool.name): \($0)" }
            if tool.inputSchema["properties"]?[AssistantTool.confirmation] != nil, !tool.takesConfirmation {
                problems.append("\(tool.name): \"\(AssistantTool.confirmation)\" is not a boolean")
            }
            if let output = tool.outputSchema {
                if output["type"] != "object" { problems.append("\(tool.name): the answer is not an object") }
                problems += ArgumentSchema.problems(in: output).map { "\(tool.name), answer: \($0)" }
            }
        }
        problems += Self.repeated(tools.map(\.name)).map { "two tools are named \($0)" }
        problems += Self.repeated(resources.map(\.uri) + templates.map(\.uriTemplate)).map { "\($0) occurs twice" }
        return problems
    }

    private static func isToolName(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "A"..."Z", "a"..."z", "0"..."9", "_", "-", ".": true
                default: false
                }
            }
    }

    private static func repeated(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { !seen.insert($0).inserted }
    }
}
