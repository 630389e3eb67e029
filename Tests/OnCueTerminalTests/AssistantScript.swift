// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTerminal
import OnCueTestSupport

/// What an assistant sends, step by step.
actor AssistantScript: ByteInput {
    enum Step: Sendable {
        /// A line.
        case line(String)
        /// Waits until the output contains a text.
        case until(String)
    }

    nonisolated let isTerminal = false
    private let output: RecordingSink
    private var steps: ArraySlice<Step>

    init(_ steps: [Step], output: RecordingSink) {
        (self.steps, self.output) = (steps[...], output)
    }

    func next() async -> [UInt8]? {
        while let step = steps.popFirst() {
            switch step {
            case .line(let line): return Array((line + "\n").utf8)
            case .until(let text):
                try? await waitUntil("\(text) is in the output", within: .seconds(10)) { output.text.contains(text) }
            }
        }
        return nil
    }
}

extension AssistantScript.Step {
    static let initialize = line(
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"#
            + #""clientInfo":{"name":"test","version":"1"}}}"#)

    /// A request of a revision with a handshake.
    static func request(_ id: Int, _ method: String, _ parameters: JSONValue = [:]) -> Self {
        let message: JSONValue = [
            "jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": parameters,
        ]
        return .line(message.text())
    }

    static func call(_ id: Int, _ tool: String, _ arguments: JSONValue = [:]) -> Self {
        request(id, "tools/call", ["name": .string(tool), "arguments": arguments])
    }

    static func read(_ id: Int, _ uri: String) -> Self { request(id, "resources/read", ["uri": .string(uri)]) }
}
