// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import TextOutput

/// Calls of tools.
extension AssistantSession {
    /// Begins a call, or refuses it.
    mutating func call(_ origin: RequestOrigin, _ parameters: JSONValue) {
        do throws(ProtocolError) {
            let (tool, sent) = try calledTool(parameters)
            let checked = CheckedArguments(sent, schema: tool.inputSchema)
            guard checked.complaints.isEmpty else {
                return refuse(origin, arguments: checked.complaints.joined(separator: " "))
            }
            let consent = try consent(origin, parameters, tool, sent, checked.value)
            guard let consent else { return }
            guard pending.count < limits.requests else {
                let text = "\(tool.name) did nothing: \(limits.requests) calls are under way; wait for one to end."
                return answer(origin, .failure(text))
            }
            start(origin, tool, sent: sent, arguments: checked.value, consent: consent)
        } catch {
            refuse(origin, error)
        }
    }

    private func calledTool(_ parameters: JSONValue) throws(ProtocolError) -> (AssistantTool, sent: JSONValue) {
        guard let name = parameters["name"]?.stringValue else {
            throw ProtocolError(.invalidParameters, "The name of the tool must be a string.")
        }
        guard let tool = offer.tool(name) else {
            let nearest = NearestWord.of(name, among: offer.tools.map(\.name))
            let advice = nearest.map { "; did you mean \"\($0)\"?" } ?? "."
            throw ProtocolError(.invalidParameters, "There is no tool \(name.quoted)\(advice)")
        }
        switch parameters["arguments"] {
        case nil, .null: return (tool, [:])
        case .object(let members): return (tool, .object(members))
        default: throw ProtocolError(.invalidParameters, "The arguments must be an object.")
        }
    }

    /// Since revision 2025-11-25 the model gets to see wrong arguments, so that it can correct them.
    private mutating func refuse(_ origin: RequestOrigin, arguments complaints: String) {
        if origin.client.revision >= .november2025 {
            answer(origin, .failure(complaints))
        } else {
            refuse(origin, ProtocolError(.invalidParameters, complaints))
        }
    }

    /// Asks for a call.
    mutating func start(
        _ origin: RequestOrigin, _ tool: AssistantTool, sent: JSONValue, arguments: JSONValue,
        consent: AssistantCall.Consent
    ) {
        let number = nextNumber()
        pending[number] = PendingRequest(
            origin: origin, work: .call(tool, sent: sent, arguments: arguments, consent: consent))
        ask(for: .call(AssistantCall(number: number, tool: tool.name, arguments: arguments, consent: consent)))
    }

    /// Takes the outcome of a call.
    mutating func finish(_ number: Int, _ outcome: AssistantCall.Outcome) {
        guard let request = pending[number], case .call(let tool, let sent, let arguments, _) = request.work else {
            return
        }
        pending[number] = nil
        switch outcome {
        case .answer(let answer): self.answer(request.origin, answer)
        case .question(let question): put(question, request.origin, tool, sent: sent, arguments: arguments)
        }
    }

    /// Sends the answer of a tool.
    mutating func answer(_ origin: RequestOrigin, _ answer: AssistantAnswer) {
        let revision = origin.client.revision
        var content = answer.blocks.map { $0.json(revision) }
        var members: [JSONValue.Member] = []
        if let structure = answer.structure {
            let text: JSONValue = ["type": "text", "text": .string(structure.text())]
            if !content.contains(text) { content.append(text) }
            if revision >= .june2025 { members.append(.init("structuredContent", structure)) }
        }
        members.insert(.init("content", .array(content)), at: 0)
        members.append(.init("isError", .bool(answer.isError)))
        succeed(origin, members)
    }
}

extension AssistantAnswer.Block {
    /// The block as a revision describes it.
    fileprivate func json(_ revision: AssistantRevision) -> JSONValue {
        switch self {
        case .text(let text): ["type": "text", "text": .string(text)]
        case .image(let bytes, let mimeType):
            ["type": "image", "data": .string(Base64.text(bytes)), "mimeType": .string(mimeType)]
        case .link(let resource) where revision < .june2025:
            ["type": "text", "text": .string("\(resource.title): \(resource.uri)")]
        case .link(let resource):
            .object([.init("type", "resource_link")] + resource.members(revision))
        }
    }
}
