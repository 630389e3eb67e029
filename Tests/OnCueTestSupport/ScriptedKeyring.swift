// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueRuntime

/// A Secret Service that does what the test says. It knows only plain sessions.
@MediaActor
package final class ScriptedKeyring {
    package enum Manner: Sendable {
        case works
        /// It answers nothing.
        case hangs
        case refuses
        /// It gives back other secrets than it was given.
        case lies
    }

    /// What the user does when asked.
    package enum User: Sendable {
        case unlocks
        case dismisses
        case isAway
    }

    private static let name = "org.freedesktop.secrets"
    private static let root = "/org/freedesktop/secrets"
    private static let prompt = root + "/prompt/p1"
    private static let collection = root + "/collection/own"

    package var manner: Manner
    package var user = User.isAway
    package var isLocked: Bool {
        didSet {
            guard isLocked != oldValue else { return }
            collectionExport?.emitPropertiesChanged(["Locked": .bool(isLocked)])
        }
    }
    /// Whether there is a keyring at all.
    package var hasCollection = true
    /// How often the user was asked, and how often a question was withdrawn.
    package private(set) var askedCount = 0
    package private(set) var withdrawnCount = 0
    package private(set) var calls: [String] = []

    package struct Item: Sendable {
        package var label: String
        package var attributes: [String: String]
        package var secret: [UInt8]
    }

    package private(set) var items: [String: Item] = [:]

    private let bus: MessageBus
    private var exports: [String: BusExport] = [:]
    private var collectionExport: BusExport?
    /// What is never answered.
    private var unanswered: [BusReply] = []
    private var itemCount = 0

    package init(on bus: PrivateBus, _ manner: Manner = .works, isLocked: Bool = false) async throws {
        self.bus = try await bus.connect()
        (self.manner, self.isLocked) = (manner, isLocked)
        try export(Self.service, at: Self.root)
        collectionExport = try export(Self.collectionInterface, at: Self.collection)
        try export(Self.sessionInterface, at: Self.root + "/session/s1")
        try export(Self.promptInterface, at: Self.prompt)
        _ = try await self.bus.requestName(Self.name)
    }

    /// Leaves the bus, with what was asked left unanswered.
    package func leave() async throws { try await bus.releaseName(Self.name) }

    package func comeBack() async throws { _ = try await bus.requestName(Self.name) }

    @discardableResult
    private func export(_ xml: String, at path: String) throws(BusError) -> BusExport {
        let export = try bus.export(Object(self, path, xml), at: path)
        exports[path] = export
        return export
    }

    // MARK: Answers

    fileprivate func answer(_ call: BusMethodCall, at path: String, _ reply: BusReply) {
        calls.append(call.member)
        switch manner {
        case .hangs: unanswered.append(reply)
        case .refuses: reply.fail(BusError(name: BusError.accessDenied, message: "not for you"))
        default: work(call, at: path, reply)
        }
    }

    fileprivate var properties: [String: BusValue] { ["Locked": .bool(isLocked)] }

    private func work(_ call: BusMethodCall, at path: String, _ reply: BusReply) {
        switch call.member {
        case "OpenSession":
            guard call.arguments.first == .string("plain") else {
                return reply.fail(BusError(name: BusError.notSupported, message: "plain only"))
            }
            reply.succeed([.variant(.string("")), .objectPath(Self.root + "/session/s1")])
        case "ReadAlias": reply.succeed([.objectPath(hasCollection ? Self.collection : "/")])
        case "SearchItems":
            let wanted = Self.texts(call.arguments.first)
            let found = items.filter { item in wanted.allSatisfy { item.value.attributes[$0.key] == $0.value } }.keys
                .map { BusValue.objectPath($0) }
            reply.succeed([
                .array(isLocked ? [] : found, of: "o"), .array(isLocked ? found : [], of: "o"),
            ])
        case "Unlock":
            reply.succeed([.array([], of: "o"), .objectPath(isLocked ? Self.prompt : "/")])
        case "CreateItem": create(call.arguments, reply)
        case "Prompt":
            askedCount += 1
            reply.succeed()
            guard user != .isAway else { return }
            if user == .unlocks { isLocked = false }
            exports[path]?.emit("Completed", [.bool(user == .dismisses), .variant(.string(""))])
        case "Dismiss":
            withdrawnCount += 1
            reply.succeed()
        case "GetSecret":
            guard let item = items[path], !isLocked else {
                return reply.fail(BusError(name: "org.freedesktop.Secret.Error.IsLocked", message: "locked"))
            }
            let secret = manner == .lies ? Array("something else".utf8) : item.secret
            reply.succeed([
                .structure([
                    .objectPath(Self.root + "/session/s1"), .bytes([]), .bytes(secret), .string("text/plain"),
                ])
            ])
        case "Delete":
            items[path] = nil
            exports[path] = nil
            reply.succeed([.objectPath("/")])
        default: reply.succeed()
        }
    }

    private func create(_ arguments: [BusValue], _ reply: BusReply) {
        let properties = arguments.first?.dictionaryValue ?? [:]
        let attributes = Self.texts(properties["org.freedesktop.Secret.Item.Attributes"])
        let item = Item(
            label: properties["org.freedesktop.Secret.Item.Label"]?.stringValue ?? "", attributes: attributes,
            secret: arguments[1].arrayValue?[2].bytesValue ?? [])
        var path = items.first { $0.value.attributes == attributes }?.key
        if path == nil {
            itemCount += 1
            path = Self.collection + "/\(itemCount)"
        }
        guard let path, exports[path] != nil || (try? export(Self.itemInterface, at: path)) != nil else {
            return reply.fail(BusError(name: BusError.failed, message: "no place"))
        }
        items[path] = item
        reply.succeed([.objectPath(path), .objectPath("/")])
    }

    private static func texts(_ value: BusValue?) -> [String: String] {
        Dictionary(
            (value?.arrayValue ?? []).compactMap { entry -> (String, String)? in
                guard let members = entry.arrayValue, members.count == 2 else { return nil }
                return (members[0].stringValue ?? "", members[1].stringValue ?? "")
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Interfaces

    @MediaActor
    private final class Object: ExportedInterface {
        nonisolated let introspectionXML: String
        private weak var keyring: ScriptedKeyring?
        private let path: String

        init(_ keyring: ScriptedKeyring, _ path: String, _ xml: String) {
            (self.keyring, self.path, introspectionXML) = (keyring, path, xml)
        }

        func properties() -> [String: BusValue] { keyring?.properties ?? [:] }

        func call(_ call: BusMethodCall, reply: BusReply) {
            guard let keyring else {
                return reply.fail(BusError(name: BusError.failed, message: "it is gone"))
            }
            keyring.answer(call, at: path, reply)
        }
    }

    private static func interface(_ name: String, _ content: String) -> String {
        "<node><interface name=\"org.freedesktop.Secret.\(name)\">\(content)</interface></node>"
    }

    private static func method(_ name: String, _ takes: [String], _ gives: [String]) -> String {
        "<method name=\"\(name)\">" + takes.map { "<arg type=\"\($0)\" direction=\"in\"/>" }.joined()
            + gives.map { "<arg type=\"\($0)\" direction=\"out\"/>" }.joined() + "</method>"
    }

    private static let service = interface(
        "Service",
        method("OpenSession", ["s", "v"], ["v", "o"]) + method("ReadAlias", ["s"], ["o"])
            + method("SearchItems", ["a{ss}"], ["ao", "ao"]) + method("Unlock", ["ao"], ["ao", "o"]))
    private static let collectionInterface = interface(
        "Collection",
        method("CreateItem", ["a{sv}", "(oayays)", "b"], ["o", "o"])
            + "<property name=\"Locked\" type=\"b\" access=\"read\"/>")
    private static let itemInterface = interface(
        "Item", method("GetSecret", ["o"], ["(oayays)"]) + method("Delete", [], ["o"]))
    private static let sessionInterface = interface("Session", method("Close", [], []))
    private static let promptInterface = interface(
        "Prompt",
        method("Prompt", ["s"], []) + method("Dismiss", [], [])
            + "<signal name=\"Completed\"><arg type=\"b\"/><arg type=\"v\"/></signal>")
}
