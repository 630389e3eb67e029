// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import TextOutput

/// Dispatch of requests to the revision that serves them.
extension AssistantSession {
    private static let metaVersion = "io.modelcontextprotocol/protocolVersion"
    private static let metaAbilities = "io.modelcontextprotocol/clientCapabilities"
    private static let metaClient = "io.modelcontextprotocol/clientInfo"

    private static let commonMethods = [
        "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
    ]
    private static let modernMethods = commonMethods + ["server/discover", "subscriptions/listen"]
    private static let legacyMethods = commonMethods + ["ping", "resources/subscribe", "resources/unsubscribe"]

    /// Serves a request.
    mutating func handle(
        _ identifier: MessageIdentifier, _ method: String, _ parameters: JSONValue, _ slot: RequestOrigin.Slot?
    ) {
        let origin = RequestOrigin(identifier: identifier, client: legacyClient, slot: slot)
        guard !isTaken(identifier) else {
            return refuse(
                origin, ProtocolError(.invalidRequest, "Another request with this id has not been answered yet."))
        }
        guard method != "initialize" else { return initialize(origin, parameters) }
        let meta = parameters["_meta"]
        let describesItself = [Self.metaVersion, Self.metaAbilities, Self.metaClient].contains { meta?[$0] != nil }
        if describesItself || method == "server/discover" || (handshake == nil && method != "ping") {
            serveModern(identifier, method, parameters, slot)
        } else {
            serveLegacy(origin, method, parameters)
        }
    }

    // MARK: Revision 2026-07-28

    private mutating func serveModern(
        _ identifier: MessageIdentifier, _ method: String, _ parameters: JSONValue, _ slot: RequestOrigin.Slot?
    ) {
        var origin = RequestOrigin(
            identifier: identifier, client: ClientAbilities(revision: .july2026, canAsk: false), slot: slot)
        guard slot == nil else {
            return refuse(origin, ProtocolError(.invalidRequest, "Revision 2026-07-28 has no batches."))
        }
        do throws(ProtocolError) {
            origin = RequestOrigin(
                identifier: identifier, client: try Self.modernClient(parameters["_meta"]), slot: slot)
        } catch {
            return refuse(origin, error)
        }
        switch method {
        case "server/discover": discover(origin)
        case "subscriptions/listen" where offer.hasResources: listen(origin, parameters)
        default: serveCommon(origin, method, parameters)
        }
    }

    private static func modernClient(_ meta: JSONValue?) throws(ProtocolError) -> ClientAbilities {
        guard let version = meta?[metaVersion]?.stringValue else {
            throw ProtocolError(
                .invalidParameters,
                "params._meta has no \"\(metaVersion)\"; before revision 2026-07-28, begin with \"initialize\".")
        }
        guard version == AssistantRevision.july2026.rawValue else {
            throw ProtocolError(
                .unsupportedRevision, "Revision \(version.quoted) is not supported.",
                data: ["supported": supportedRevisions, "requested": .string(version)])
        }
        guard let abilities = meta?[metaAbilities], case .object = abilities else {
            throw ProtocolError(.invalidParameters, "params._meta has no \"\(metaAbilities)\".")
        }
        return ClientAbilities(revision: .july2026, canAsk: hasForms(abilities))
    }

    private static var supportedRevisions: JSONValue {
        .array(AssistantRevision.allCases.reversed().map { .string($0.rawValue) })
    }

    private mutating func discover(_ origin: RequestOrigin) {
        succeed(
            origin,
            [
                .init("supportedVersions", Self.supportedRevisions), .init("capabilities", abilities),
                .init("instructions", .string(offer.server.instructions)),
            ] + Self.publicCaching)
    }

    // MARK: Earlier revisions

    /// The abilities of the client that sent `initialize`; before, those of one that can do nothing.
    private var legacyClient: ClientAbilities {
        guard let handshake else { return ClientAbilities(revision: .latestWithHandshake, canAsk: false) }
        return ClientAbilities(revision: handshake.revision, canAsk: handshake.hasForms && handshake.isReady)
    }

    private mutating func initialize(_ origin: RequestOrigin, _ parameters: JSONValue) {
        guard handshake == nil else {
            return refuse(origin, ProtocolError(.invalidRequest, "The session has already been initialized."))
        }
        guard let requested = parameters["protocolVersion"]?.stringValue else {
            return refuse(origin, ProtocolError(.invalidParameters, "protocolVersion must be a string."))
        }
        let known = AssistantRevision(rawValue: requested)
        let revision = known.map { $0.isModern ? .latestWithHandshake : $0 } ?? .latestWithHandshake
        let hasForms = revision >= .june2025 && Self.hasForms(parameters["capabilities"])
        handshake = Handshake(revision: revision, hasForms: hasForms)
        let origin = RequestOrigin(
            identifier: origin.identifier, client: ClientAbilities(revision: revision, canAsk: false),
            slot: origin.slot)
        succeed(
            origin,
            [
                .init("protocolVersion", .string(revision.rawValue)), .init("capabilities", abilities),
                .init("serverInfo", offer.server.json(revision)),
                .init("instructions", .string(offer.server.instructions)),
            ])
    }

    private mutating func serveLegacy(_ origin: RequestOrigin, _ method: String, _ parameters: JSONValue) {
        switch method {
        case "ping": succeed(origin, [])
        case "resources/subscribe" where offer.hasResources: subscribe(origin, parameters)
        case "resources/unsubscribe" where offer.hasResources: unsubscribe(origin, parameters)
        default: serveCommon(origin, method, parameters)
        }
    }

    // MARK: Both

    private mutating func serveCommon(_ origin: RequestOrigin, _ method: String, _ parameters: JSONValue) {
        switch method {
        case "tools/list" where !offer.tools.isEmpty: listTools(origin, parameters)
        case "tools/call" where !offer.tools.isEmpty: call(origin, parameters)
        case "resources/list" where offer.hasResources: listResources(origin, parameters)
        case "resources/templates/list" where offer.hasResources: listTemplates(origin, parameters)
        case "resources/read" where offer.hasResources: read(origin, parameters)
        default:
            let methods = origin.client.revision.isModern ? Self.modernMethods : Self.legacyMethods
            let nearest = NearestWord.of(method, among: methods).flatMap { $0 == method ? nil : $0 }
            let advice = nearest.map { "; did you mean \"\($0)\"?" } ?? "."
            refuse(origin, ProtocolError(.unknownMethod, "There is no method \(method.quoted)\(advice)"))
        }
    }

    /// The abilities that the server declares.
    private var abilities: JSONValue {
        var members: [JSONValue.Member] = []
        if !offer.tools.isEmpty { members.append(.init("tools", [:])) }
        if offer.hasResources { members.append(.init("resources", ["subscribe": true])) }
        return .object(members)
    }

    /// Returns whether a client can show forms; without further words, elicitation means forms.
    private static func hasForms(_ abilities: JSONValue?) -> Bool {
        guard let elicitation = abilities?["elicitation"], case .object = elicitation else { return false }
        return elicitation["form"] != nil || elicitation["url"] == nil
    }
}
