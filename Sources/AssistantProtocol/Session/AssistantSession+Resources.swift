// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// Reading and watching resources.
extension AssistantSession {
    // MARK: Reading

    /// Begins a reading, or refuses it.
    mutating func read(_ origin: RequestOrigin, _ parameters: JSONValue) {
        guard let uri = knownResource(origin, parameters) else { return }
        guard pending.count < limits.requests else {
            let text = "\(limits.requests) requests are under way; wait for one to end."
            return refuse(origin, ProtocolError(.failed, text))
        }
        let number = nextNumber()
        pending[number] = PendingRequest(origin: origin, work: .reading(uri: uri))
        ask(for: .read(AssistantReading(number: number, uri: uri)))
    }

    /// Takes the outcome of a reading.
    mutating func finish(_ number: Int, _ outcome: AssistantReading.Outcome) {
        guard let request = pending[number], case .reading(let uri) = request.work else { return }
        pending[number] = nil
        switch outcome {
        case .contents(let contents, let freshFor):
            var members: [JSONValue.Member] = [.init("contents", .array(contents.map(\.json)))]
            if request.origin.client.revision.isModern {
                members += [.init("ttlMs", .int(freshFor.milliseconds)), .init("cacheScope", "private")]
            }
            succeed(request.origin, members)
        case .notFound: refuse(request.origin, Self.notFound(uri, request.origin))
        case .failure(let text): refuse(request.origin, ProtocolError(.failed, text))
        }
    }

    /// Returns the address of a request; refuses the request if it has none, or one that no resource of this server can
    /// have.
    private mutating func knownResource(_ origin: RequestOrigin, _ parameters: JSONValue) -> String? {
        guard let uri = parameters["uri"]?.stringValue else {
            refuse(origin, ProtocolError(.invalidParameters, "The uri must be a string."))
            return nil
        }
        guard offer.hasResource(uri) else {
            refuse(origin, Self.notFound(uri, origin))
            return nil
        }
        return uri
    }

    private static func notFound(_ uri: String, _ origin: RequestOrigin) -> ProtocolError {
        ProtocolError(
            origin.client.revision.isModern ? .invalidParameters : .resourceNotFound,
            "There is no resource \(uri.quoted).", data: ["uri": .string(uri)])
    }

    // MARK: Watching, before revision 2026-07-28

    /// Begins to watch a resource; subscribing again is not an error.
    mutating func subscribe(_ origin: RequestOrigin, _ parameters: JSONValue) {
        guard let uri = knownResource(origin, parameters) else { return }
        if handshake?.subscriptions.contains(uri) == false {
            guard hasRoom(forSubscriptions: 1) else { return refuse(origin, tooManySubscriptions) }
            handshake?.subscriptions.append(uri)
        }
        succeed(origin, [])
        updateWatched()
    }

    /// Ends watching a resource; ending it for one that is not watched is not an error.
    mutating func unsubscribe(_ origin: RequestOrigin, _ parameters: JSONValue) {
        guard let uri = knownResource(origin, parameters) else { return }
        handshake?.subscriptions.removeAll { $0 == uri }
        succeed(origin, [])
        updateWatched()
    }

    // MARK: Watching, since revision 2026-07-28

    /// Opens a subscription, which stays open until the client cancels it.
    mutating func listen(_ origin: RequestOrigin, _ parameters: JSONValue) {
        guard let filter = parameters["notifications"], case .object = filter else {
            return refuse(origin, ProtocolError(.invalidParameters, "The notifications must be an object."))
        }
        var wanted: [String]?
        if let list = filter["resourceSubscriptions"] {
            guard let uris = list.arrayValue, uris.allSatisfy({ $0.stringValue != nil }) else {
                return refuse(
                    origin, ProtocolError(.invalidParameters, "The resourceSubscriptions must be a list of strings."))
            }
            wanted = uris.compactMap(\.stringValue)
        }
        var seen: Set<String> = []
        let uris = (wanted ?? []).filter { offer.hasResource($0) && seen.insert($0).inserted }
        guard hasRoom(forSubscriptions: max(1, uris.count)) else { return refuse(origin, tooManySubscriptions) }
        let subscription = Subscription(identifier: origin.identifier, uris: uris)
        subscriptions.append(subscription)
        let agreed: JSONValue =
            wanted == nil ? [:] : ["resourceSubscriptions": .array(uris.map(JSONValue.string))]
        send(Self.notification("subscriptions/acknowledged", subscription, .init("notifications", agreed)))
        updateWatched()
    }

    /// Ends all subscriptions: each gets its answer, and then the notice that the specification asks of a server.
    mutating func endSubscriptions() {
        for subscription in subscriptions {
            let origin = RequestOrigin(
                identifier: subscription.identifier, client: ClientAbilities(revision: .july2026, canAsk: false),
                slot: nil)
            succeed(origin, [], meta: [Self.mark(of: subscription)])
            send([
                "jsonrpc": "2.0", "method": "notifications/cancelled",
                "params": ["requestId": subscription.identifier.json],
            ])
        }
        subscriptions = []
    }

    /// Notifies the subscribers of a changed resource, in the order in which they subscribed.
    mutating func notify(_ uri: String) {
        if handshake?.subscriptions.contains(uri) == true {
            send(["jsonrpc": "2.0", "method": "notifications/resources/updated", "params": ["uri": .string(uri)]])
        }
        for subscription in subscriptions where subscription.uris.contains(uri) {
            send(Self.notification("resources/updated", subscription, .init("uri", .string(uri))))
        }
    }

    private static func notification(
        _ name: String, _ subscription: Subscription, _ member: JSONValue.Member
    ) -> JSONValue {
        let parameters: [JSONValue.Member] = [.init("_meta", .object([mark(of: subscription)])), member]
        return [
            "jsonrpc": "2.0", "method": .string("notifications/\(name)"), "params": .object(parameters),
        ]
    }

    /// The mark by which a client finds the subscription of a message.
    private static func mark(of subscription: Subscription) -> JSONValue.Member {
        .init("io.modelcontextprotocol/subscriptionId", subscription.identifier.json)
    }

    // MARK: Limits

    private func hasRoom(forSubscriptions count: Int) -> Bool {
        let used = subscriptions.reduce(handshake?.subscriptions.count ?? 0) { $0 + max(1, $1.uris.count) }
        return used + count <= limits.subscriptions
    }

    private var tooManySubscriptions: ProtocolError {
        ProtocolError(.failed, "At most \(limits.subscriptions) resources are watched; end another subscription first.")
    }
}

extension AssistantContents {
    /// The contents as they are sent.
    fileprivate var json: JSONValue {
        let contents: JSONValue.Member =
            switch body {
            case .text(let text): .init("text", .string(text))
            case .data(let bytes): .init("blob", .string(Base64.text(bytes)))
            }
        return .object([.init("uri", .string(uri)), .init("mimeType", .string(mimeType)), contents])
    }
}

extension Duration {
    /// The whole milliseconds, from 0 to a day.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(86_400)).components
        return Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
