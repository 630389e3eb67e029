// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON

extension AssistantOffer {
    /// A player with a tool of each kind: `play` needs nobody, `erase` can be confirmed by the user or with an
    /// argument, `forget` by the user only.
    static let sample = AssistantOffer(
        server: AssistantServer(name: "sample", title: "Sample", version: "1.2", instructions: "Play music."),
        tools: [
            AssistantTool(
                name: "play", title: "Play", description: "Plays something.",
                inputSchema: [
                    "type": "object",
                    "properties": [
                        "what": ["type": "string", "description": "A title.", "maxLength": 20],
                        "mode": ["type": "string", "enum": ["now", "next", "append"], "default": "now"],
                        "limit": ["type": "integer", "minimum": 1, "maximum": 50],
                    ],
                    "required": ["what"], "additionalProperties": false,
                ],
                outputSchema: ["type": "object", "properties": ["title": ["type": "string"]]],
                hints: .init(isIdempotent: true)),
            AssistantTool(
                name: "erase", title: "Erase", description: "Empties the queue.",
                inputSchema: [
                    "type": "object", "properties": ["confirm": ["type": "boolean"], "from": ["type": "integer"]],
                ],
                hints: .init(isDestructive: true)),
            AssistantTool(
                name: "forget", title: "Forget", description: "Forgets all.", inputSchema: ["type": "object"],
                hints: .init(isDestructive: true)),
        ],
        resources: [
            AssistantResource(
                uri: "sample://now", name: "now", title: "Now", description: "What is playing.",
                mimeType: "application/json"),
            AssistantResource(
                uri: "sample://queue", name: "queue", title: "Queue", description: "The queue.", mimeType: nil),
        ],
        templates: [
            AssistantResourceTemplate(
                uriTemplate: "sample://art/{id}", name: "art", title: "Art", description: "A cover.",
                mimeType: "image/png")
        ])

    /// An offer of many tools, for lists of several pages.
    static func many(_ count: Int) -> AssistantOffer {
        AssistantOffer(
            server: sample.server,
            tools: (0..<count).map {
                AssistantTool(
                    name: "tool\($0)", title: "Tool \($0)", description: "", inputSchema: ["type": "object"])
            })
    }
}
