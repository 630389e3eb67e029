// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The server's side of the Model Context Protocol with one client, in both of its eras, without input and output.
///
/// The session reads lines and returns the deeds to do; its owner writes lines, calls tools and reads resources, and
/// reports their outcomes:
///
/// ```swift
/// var session = AssistantSession(offer, seed: .random(in: 0 ... .max))
/// for line in lines.append(bytes) {
///     for deed in session.receive(line) {
///         switch deed {
///         case .send(let text): output.write(text + "\n")
///         case .call(let call): start(call)  // then session.answered(call, .answer(…))
///         case .read(let reading): start(reading)  // then session.answered(reading, .contents(…))
///         case .cancel(let number): stop(number)
///         case .watch(let uris): watch(uris)  // then session.changed(uri)
///         }
///     }
/// }
/// ```
///
/// Guarantees: every request with a valid identifier is answered exactly once, unless the client cancels it or it
/// opens a subscription; a request whose identifier is in use is refused under that identifier. Notifications and answers
/// of the client are never answered, and nothing that a client sends traps.
///
/// The era is decided for each message. A request whose `_meta` names a revision is served by revision 2026-07-28, for
/// which no earlier message counts. `initialize` begins a session in an earlier revision, in which all requests
/// without such a `_meta` are served. One process may serve both.
///
/// Source: the specification of revisions 2024-11-05 to 2026-07-28 at modelcontextprotocol.io.
package struct AssistantSession: Sendable {
    /// The largest depth of arrays and objects in a message.
    package static let deepest = 64

    /// The agreement that `initialize` made.
    struct Handshake: Sendable {
        let revision: AssistantRevision
        let hasForms: Bool
        /// Whether the client has reported that it is ready; before, it gets no requests.
        var isReady = false
        /// The watched addresses in the order in which they were subscribed to.
        var subscriptions: [String] = []
    }

    let offer: AssistantOffer
    let limits: AssistantLimits
    var handshake: Handshake?
    var pending: [Int: PendingRequest] = [:]
    /// The subscriptions of revision 2026-07-28 in the order in which they began.
    var subscriptions: [Subscription] = []
    var questions: QuestionTable
    private var lastNumber = 0
    private var lastQuestion = 0
    private var watched: [String] = []
    private var batches: [Int: AnswerBatch] = [:]
    private var deeds: [AssistantDeed] = []

    /// Begins a session.
    ///
    /// - Parameter seed: A random number, from which names of questions are made.
    package init(_ offer: AssistantOffer, limits: AssistantLimits = AssistantLimits(), seed: UInt64) {
        self.offer = offer
        self.limits = limits
        questions = QuestionTable(seed: seed, limit: limits.questions)
    }

    /// Whether no call and no reading is under way.
    package var isIdle: Bool { pending.isEmpty }

    // MARK: Events

    /// Takes a line from the client.
    package mutating func receive(_ line: AssistantLine) -> [AssistantDeed] {
        switch line {
        case .tooLong: refuseTooLong()
        case .bytes(let bytes) where bytes.count > AssistantLines.longest: refuseTooLong()
        case .bytes(let bytes): read(bytes)
        }
        return takeDeeds()
    }

    /// Takes the outcome of a call. That of a call which is not under way is ignored.
    package mutating func answered(_ call: AssistantCall, _ outcome: AssistantCall.Outcome) -> [AssistantDeed] {
        finish(call.number, outcome)
        return takeDeeds()
    }

    /// Takes the outcome of a reading. That of a reading which is not under way is ignored.
    package mutating func answered(
        _ reading: AssistantReading, _ outcome: AssistantReading.Outcome
    ) -> [AssistantDeed] {
        finish(reading.number, outcome)
        return takeDeeds()
    }

    /// Notifies the subscribers of a resource that it has changed.
    package mutating func changed(_ uri: String) -> [AssistantDeed] {
        notify(uri)
        return takeDeeds()
    }

    /// Ends the session on the server's own initiative: stops running work, and ends all subscriptions.
    package mutating func close() -> [AssistantDeed] {
        for (number, request) in pending.sorted(by: { $0.key < $1.key }) {
            stop(number, request.work)
            refuse(request.origin, ProtocolError(.failed, "The server is shutting down."))
        }
        pending = [:]
        endSubscriptions()
        handshake?.subscriptions = []
        updateWatched()
        return takeDeeds()
    }

    // MARK: Messages

    private mutating func refuseTooLong() {
        complain(ProtocolError(.invalidRequest, "A line is longer than 1 MiB; it was skipped."))
    }

    private mutating func read(_ bytes: [UInt8]) {
        guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return complain(ProtocolError(.parse, "A line is not UTF-8."))
        }
        do {
            let value = try JSONValue(parsing: text, maximumDepth: Self.deepest)
            if case .array(let messages) = value { handle(batch: messages) } else { handle(ClientMessage(value)) }
        } catch {
            complain(ProtocolError(.parse, "A line is \(error)."))
        }
    }

    private mutating func handle(batch messages: [JSONValue]) {
        guard handshake?.revision == .march2025 else {
            return complain(
                ProtocolError(.invalidRequest, "Only revision 2025-03-26 has batches; send one message per line."))
        }
        guard (1...limits.batch).contains(messages.count) else {
            return complain(
                ProtocolError(.invalidRequest, "A batch has 1 to \(limits.batch) messages, not \(messages.count)."))
        }
        let number = nextNumber()
        batches[number] = AnswerBatch()
        for message in messages { handle(ClientMessage(message), batch: number) }
        batches[number]?.isOpen = false
        sendBatch(number)
    }

    private mutating func handle(_ message: ClientMessage, batch: Int? = nil) {
        switch message {
        case .request(let identifier, let method, let parameters):
            let slot = slot(in: batch)
            if batch != nil, method == "initialize" {
                let error = ProtocolError(.invalidRequest, "\"initialize\" must not be part of a batch.")
                return respond(error.response(to: identifier), slot)
            }
            handle(identifier, method, parameters, slot)
        case .notification(let method, let parameters): notice(method, parameters)
        case .response(let identifier, let result): takeResponse(identifier, result)
        case .invalid(let identifier, let error):
            let slot = slot(in: batch)
            respond(error.response(to: identifier), slot)
        }
    }

    private mutating func notice(_ method: String, _ parameters: JSONValue) {
        switch method {
        case "notifications/initialized": handshake?.isReady = true
        case "notifications/cancelled":
            if let identifier = MessageIdentifier(parameters["requestId"]) { cancel(identifier) }
        default: break
        }
    }

    private mutating func cancel(_ identifier: MessageIdentifier) {
        if let (number, request) = pending.first(where: { $0.value.origin.identifier == identifier }) {
            pending[number] = nil
            stop(number, request.work)
            if let slot = request.origin.slot { fill(slot, nil) }
        } else {
            subscriptions.removeAll { $0.identifier == identifier }
            updateWatched()
        }
    }

    /// Stops the work of a request that no longer needs an answer.
    private mutating func stop(_ number: Int, _ work: PendingRequest.Work) {
        guard case .question(_, _, _, _, let asked) = work else {
            deeds.append(.cancel(number: number))
            return
        }
        send([
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": asked.json],
        ])
    }

    // MARK: Answers

    /// Whether a request with this identifier waits for its answer, or is a subscription.
    func isTaken(_ identifier: MessageIdentifier) -> Bool {
        pending.values.contains { $0.origin.identifier == identifier }
            || subscriptions.contains { $0.identifier == identifier }
    }

    /// Answers a request. Since revision 2026-07-28 a result also states its kind and the identity of the server.
    mutating func succeed(
        _ origin: RequestOrigin, _ members: [JSONValue.Member], type: String = "complete",
        meta: [JSONValue.Member] = []
    ) {
        var result = members
        if origin.client.revision.isModern {
            let identity = offer.server.json(origin.client.revision)
            let server = JSONValue.Member("io.modelcontextprotocol/serverInfo", identity)
            result.insert(.init("resultType", .string(type)), at: 0)
            result.append(.init("_meta", .object([server] + meta)))
        }
        respond(["jsonrpc": "2.0", "id": origin.identifier.json, "result": .object(result)], origin.slot)
    }

    /// Refuses a request.
    mutating func refuse(_ origin: RequestOrigin, _ error: ProtocolError) {
        respond(error.response(to: origin.identifier), origin.slot)
    }

    /// Sends a message that answers no request.
    mutating func send(_ message: JSONValue) { deeds.append(.send(message.text())) }

    /// Asks for something to be done.
    mutating func ask(for deed: AssistantDeed) { deeds.append(deed) }

    private mutating func complain(_ error: ProtocolError) { send(error.response(to: nil)) }

    private mutating func respond(_ message: JSONValue, _ slot: RequestOrigin.Slot?) {
        if let slot { fill(slot, message) } else { send(message) }
    }

    private mutating func takeDeeds() -> [AssistantDeed] {
        defer { deeds = [] }
        return deeds
    }

    // MARK: Batches

    private mutating func slot(in batch: Int?) -> RequestOrigin.Slot? {
        guard let batch, let index = batches[batch]?.addSlot() else { return nil }
        return RequestOrigin.Slot(batch: batch, index: index)
    }

    private mutating func fill(_ slot: RequestOrigin.Slot, _ message: JSONValue?) {
        batches[slot.batch]?.fill(slot.index, message)
        sendBatch(slot.batch)
    }

    private mutating func sendBatch(_ number: Int) {
        guard let batch = batches[number], batch.isComplete else { return }
        batches[number] = nil
        if let message = batch.message { send(message) }
    }

    // MARK: Numbers and watching

    /// Returns a number that this session has not used.
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Returns an identifier for a request of the server.
    mutating func nextQuestion() -> MessageIdentifier {
        lastQuestion += 1
        return .text("question-\(lastQuestion)")
    }

    /// Asks to watch other resources, if the set of subscribed ones has changed.
    mutating func updateWatched() {
        let uris = Set(subscriptions.flatMap(\.uris) + (handshake?.subscriptions ?? [])).sorted()
        guard uris != watched else { return }
        watched = uris
        deeds.append(.watch(uris))
    }
}
