// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueBus
import OnCueCore
import OnCueRuntime

/// A program that provides content, well or badly.
@MediaActor
final class FakeProvider: ExportedInterface {
    /// How it answers.
    enum Manner {
        case good
        /// Keeps every caller waiting.
        case silent
        /// Answers with rows of wrong types among the right ones.
        case wrongTypes
        /// Says that there is a hundred times more than it has.
        case boasting
        /// Gives more than it was asked for.
        case generous
        /// Counts a revision with every answer.
        case restless
        /// Answers with more than a megabyte.
        case huge
        /// Answers with an error.
        case failing
    }

    nonisolated static let path = "/org/example/Fake"

    nonisolated let introspectionXML = Introspection.contentProvider
    let busName: String
    /// Where items of an hour were left, in microseconds, and when.
    var left: [String: (position: Int64, time: Int64)] = [:]
    var manner = Manner.good
    /// Children by container, and rows by identifier.
    var children: [String: [String]] = ["": ["one", "folder"], "folder": ["two", "three/ü"]]
    /// Titles that are other than usual.
    var titles: [String: String] = [:]
    /// Pictures that rows name by themselves.
    var pictures: [String: [UInt8]] = [:]
    /// How far rows have been played.
    var progress: [String: Double] = [:]
    /// Where rows belong.
    var locations: [String: [String: BusValue]] = [:]
    /// Rows that are streams without an end.
    var live: Set<String> = []
    /// After so many pages it fails.
    var pages = Int.max
    /// What it nominates, as identifiers and grounds; `nil` where it says that it nominates nothing.
    var nominations: [(own: String, ground: String)]?
    var icon = "file:///icon.png"
    var uris: [String: String] = ["one": "http://127.0.0.1:9/one.flac"]
    var expires: Int64 = 0
    var revision: UInt64 = 1
    private(set) var calls: [BusMethodCall] = []
    private var waiting: [BusReply] = []
    private var bus: MessageBus?
    private var export: BusExport?

    init(_ busName: String = "org.example.Fake") {
        self.busName = busName
    }

    /// Appears on a bus.
    func begin(on bus: MessageBus) async throws {
        self.bus = bus
        export = try bus.export(self, at: Self.path)
        _ = try await bus.requestName(busName)
    }

    /// Goes away as a crash would.
    func end() async throws {
        export = nil
        try await bus?.releaseName(busName)
    }

    func emitChanged(_ container: String, times: Int = 1) {
        for _ in 0..<times { export?.emit("ItemsChanged", [.string(container), .uint64(revision)]) }
    }

    /// Answers the call for children that waits longest with these rows.
    func releaseOldest(as rows: [String]) {
        guard !waiting.isEmpty else { return }
        let values = rows.map { BusValue.dictionary(row($0)) }
        waiting.removeFirst().succeed([.uint64(revision), .uint32(UInt32(rows.count)), .array(values, of: "a{sv}")])
    }

    func emitNominationsChanged() { export?.emit("NominationsChanged", []) }

    func properties() -> [String: BusValue] {
        [
            "Name": .string("Fake"), "Icon": .string(icon), "CanSearch": .bool(true),
            "CanNominate": .bool(nominations != nil),
        ]
    }

    func calls(_ member: String) -> Int { calls.count { $0.member == member } }

    func call(_ call: BusMethodCall, reply: BusReply) {
        calls.append(call)
        let text = call.arguments.first?.stringValue ?? ""
        if manner == .silent { return waiting.append(reply) }
        if manner == .failing || calls("GetChildren") > pages {
            return reply.fail(BusError(name: "org.example.Error.Broken", message: "out of order"))
        }
        switch call.member {
        case "GetItem":
            guard children.values.contains(where: { $0.contains(text) }) else {
                return reply.fail(BusError(name: "org.example.Error.NotFound", message: "no \(text)"))
            }
            reply.succeed([.dictionary(row(text))])
        case "GetChildren":
            reply.succeed(page(text, call.arguments[1].intValue ?? 0, call.arguments[2].intValue ?? 0))
        case "GetNominations":
            let rows = (nominations ?? []).map { own, ground in row(own).merging(["ground": .string(ground)]) { $1 } }
            reply.succeed([.array(rows.map { .dictionary($0) }, of: "a{sv}")])
        case "GetArtwork": reply.succeed([.bytes(pictures[text] ?? [])])
        case "Search":
            let found = children.values.joined().filter { $0.contains(text) }.sorted()
            reply.succeed([.array(found.map { .dictionary(row($0)) }, of: "a{sv}")])
        default:
            guard let uri = uris[text] else {
                return reply.fail(BusError(name: "org.example.Error.NotFound", message: "no \(text)"))
            }
            reply.succeed([.string(uri), .int64(expires)])
        }
    }

    private func page(_ container: String, _ offset: Int, _ limit: Int) -> [BusValue] {
        let all = children[container] ?? []
        var rows = all.dropFirst(offset).prefix(manner == .generous ? .max : limit).map { BusValue.dictionary(row($0)) }
        var total = all.count
        switch manner {
        case .wrongTypes where offset == 0:
            rows.insert(.dictionary(["id": .uint32(7), "title": .string("bad")]), at: 0)
            rows.append(.dictionary(["id": .string("no-title"), "container": .bool(true)]))
            total += 2
        case .boasting: total *= 100
        case .restless: revision += 1
        case .huge:
            rows.append(.dictionary(["id": .string("x"), "title": .string(String(repeating: "x", count: 2 << 20))]))
        default: break
        }
        return [.uint64(revision), .uint32(UInt32(total)), .array(rows, of: "a{sv}")]
    }

    private func row(_ own: String) -> [String: BusValue] {
        let isContainer = children[own] != nil
        let picture: [String: BusValue] = pictures[own] == nil ? [:] : ["picture": .string(own)]
        let played: [String: BusValue] = progress[own].map { ["progress": .double($0)] } ?? [:]
        let location: [String: BusValue] = locations[own].map { ["location": .dictionary($0)] } ?? [:]
        let elsewhere: [String: BusValue] =
            left[own].map { ["left": .int64($0.position), "leftAt": .int64($0.time)] } ?? [:]
        return picture.merging(played) { $1 }.merging(location) { $1 }.merging(elsewhere) { $1 }.merging([
            "id": .string(own), "title": .string(titles[own] ?? "Title " + own), "subtitle": .string("Somebody"),
            "container": .bool(isContainer), "playable": .bool(!isContainer),
            "childCount": .uint32(UInt32(children[own]?.count ?? 0)), "streaming": .bool(live.contains(own)),
            "duration": .int64(live.contains(own) ? 0 : left[own] == nil ? 3_000_000 : 3_600_000_000),
        ]) { $1 }
    }
}
