// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// Questions to the user before a tool makes a change that cannot be undone.
///
/// A client that can ask the user must do so, even if the model sends `confirm: true`, which counts only where there is
/// no other way. Since revision 2026-07-28 the client gets the question as a result, and repeats its request with the
/// user's answer; before, the server sends it a request of its own.
extension AssistantSession {
    /// The name of the question among those of a request.
    private static let key = "confirm"

    // MARK: Asking

    /// Asks the user a question, or describes the alternative to a client that cannot ask.
    mutating func put(
        _ question: String, _ origin: RequestOrigin, _ tool: AssistantTool, sent: JSONValue, arguments: JSONValue
    ) {
        switch (origin.client.canAsk, origin.client.revision.isModern) {
        case (true, true):
            let token = questions.add(question, tool: tool.name, arguments: sent)
            sendQuestion(question, origin, token)
        case (true, false): sendRequest(question, origin, tool, sent: sent, arguments: arguments)
        case (false, _) where tool.takesConfirmation:
            let advice = "Ask the user; if they agree, call \(tool.name) again with"
            let text = "\(tool.name) did nothing yet: \(question) \(advice) \(AssistantTool.confirmation): true."
            answer(origin, .failure(text))
        case (false, true):
            refuse(
                origin,
                ProtocolError(
                    .missingAbility, "\(tool.name) must ask the user, and the client has no forms for elicitation.",
                    data: ["requiredCapabilities": ["elicitation": ["form": [:]]]]))
        case (false, false):
            answer(origin, .failure("\(tool.name) did nothing: it must ask the user, and this client cannot."))
        }
    }

    private mutating func sendQuestion(_ question: String, _ origin: RequestOrigin, _ token: String) {
        let request: JSONValue = [
            "method": "elicitation/create", "params": Self.form(question, origin.client.revision),
        ]
        succeed(
            origin, [.init("inputRequests", [Self.key: request]), .init("requestState", .string(token))],
            type: "input_required")
    }

    private mutating func sendRequest(
        _ question: String, _ origin: RequestOrigin, _ tool: AssistantTool, sent: JSONValue, arguments: JSONValue
    ) {
        let asked = nextQuestion()
        pending[nextNumber()] = PendingRequest(
            origin: origin, work: .question(question, tool, sent: sent, arguments: arguments, asked: asked))
        send([
            "jsonrpc": "2.0", "id": asked.json, "method": "elicitation/create",
            "params": Self.form(question, origin.client.revision),
        ])
    }

    /// A form with one box to tick.
    private static func form(_ question: String, _ revision: AssistantRevision) -> JSONValue {
        let mode: [JSONValue.Member] = revision >= .november2025 ? [.init("mode", "form")] : []
        let box: JSONValue = [
            "type": "boolean", "title": "Yes", "description": .string(question), "default": false,
        ]
        return .object(
            mode + [
                .init("message", .string(question)),
                .init("requestedSchema", ["type": "object", "properties": [key: box], "required": [.string(key)]]),
            ])
    }

    // MARK: The user's answer

    /// The user's answer to a question.
    private enum Reply {
        case yes
        case no
        /// Closed without an answer.
        case dismissed

        /// Reads the result of a form; `nil` if it is not one.
        init?(_ result: JSONValue?) {
            switch result?["action"] {
            case "accept": self = result?["content"]?[key] == true ? .yes : .no
            case "decline": self = .no
            case "cancel": self = .dismissed
            default: return nil
            }
        }
    }

    /// Returns the consent with which a call begins; `nil` if the request has been answered instead.
    ///
    /// - Throws: `.invalidParameters` if the request refers to a question that was not asked for this call.
    mutating func consent(
        _ origin: RequestOrigin, _ parameters: JSONValue, _ tool: AssistantTool, _ sent: JSONValue,
        _ arguments: JSONValue
    ) throws(ProtocolError) -> AssistantCall.Consent? {
        let state = origin.client.revision.isModern ? parameters["requestState"] : nil
        guard let state, state != .null else {
            let isConfirmed = tool.takesConfirmation && arguments[AssistantTool.confirmation] == true
            return isConfirmed && !origin.client.canAsk ? .model : AssistantCall.Consent.none
        }
        guard let token = state.stringValue,
            let question = questions.question(token, tool: tool.name, arguments: sent)
        else {
            throw ProtocolError(
                .invalidParameters, "The requestState is not one of this call; call again without it.")
        }
        guard case .object = parameters["inputResponses"] ?? [:] else {
            throw ProtocolError(.invalidParameters, "The inputResponses must be an object.")
        }
        guard let response = parameters["inputResponses"]?[Self.key] else {
            guard origin.client.canAsk else { return AssistantCall.Consent.none }
            sendQuestion(question, origin, token)
            return nil
        }
        guard let reply = Reply(response) else {
            throw ProtocolError(.invalidParameters, "The answer \"\(Self.key)\" has no action of elicitation.")
        }
        questions.remove(token)
        guard reply == .yes else {
            answer(origin, Self.unconfirmed(tool, reply))
            return nil
        }
        return .user(question: question)
    }

    /// Takes the client's answer to a request of the server.
    mutating func takeResponse(_ identifier: MessageIdentifier?, _ result: JSONValue?) {
        for (number, request) in pending {
            guard case .question(let question, let tool, let sent, let arguments, let asked) = request.work,
                asked == identifier
            else { continue }
            pending[number] = nil
            switch Reply(result) {
            case .yes:
                start(
                    request.origin, tool, sent: sent, arguments: arguments, consent: .user(question: question))
            case let reply?: answer(request.origin, Self.unconfirmed(tool, reply))
            case nil:
                answer(request.origin, .failure("\(tool.name) did nothing: the client could not ask the user."))
            }
            return
        }
    }

    private static func unconfirmed(_ tool: AssistantTool, _ reply: Reply) -> AssistantAnswer {
        switch reply {
        case .dismissed: .failure("\(tool.name) did nothing: the user closed the question without an answer.")
        case .yes, .no: .failure("\(tool.name) did nothing: the user said no.")
        }
    }
}
