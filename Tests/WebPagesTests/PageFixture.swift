// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import XMLReading

@testable import WebPages

/// The pages in `Tests/PageFixtures`.
enum PageFixture {
    static let names = [
        "album", "artist", "concert", "cycle", "dirty", "episode", "festival", "itemref", "latin2", "player", "podcast",
        "radio", "rdfa", "song",
    ]
    static let address = "https://example.org/shows/page.html"

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: folder + name + ".html")))
    }

    static func page(_ name: String) throws -> WebPage { read(try bytes(name)) }

    static func read(_ bytes: [UInt8], address: String = address) -> WebPage {
        PageReader.read(bytes, address: address, resolve: resolve)
    }

    static func read(_ text: String) -> WebPage { read(Array(text.utf8)) }

    /// The facts that extruct finds; `nil` for a page that it cannot read.
    static func facts(_ name: String) -> Set<String>? {
        guard let text = try? String(contentsOfFile: folder + name + ".facts", encoding: .utf8) else { return nil }
        return Set(text.split(separator: "\n").map(String.init))
    }

    /// The facts that we find, in the same form.
    static func ownFacts(_ name: String) throws -> Set<String> {
        var scan = PageScan()
        HTMLReader.read(try bytes(name)) { scan.take($0) }
        scan.finish()
        var facts: Set<String> = []
        for thing in scan.graph.things {
            let types = thing.types.sorted().joined(separator: "+")
            for (name, values) in thing.properties {
                for value in values { facts.insert("\(types) \(name) = \(text(value, scan.graph))") }
            }
        }
        return facts
    }

    private static func text(_ value: ThingGraph.Value, _ graph: ThingGraph) -> String {
        switch value {
        case .text(let text): text.split { $0.isWhitespace }.joined(separator: " ")
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .thing(let index): "a " + graph.things[index].types.sorted().joined(separator: "+")
        case .reference(let id): "-> " + id
        }
    }

    /// As much of RFC 3986 as the pages need.
    static func resolve(_ reference: String, _ base: String) -> String? {
        if reference.contains("://") { return reference }
        guard let colon = base.firstRange(of: "://") else { return nil }
        if reference.hasPrefix("//") { return base[..<colon.lowerBound] + ":" + reference }
        if reference.prefix(12).contains(":") { return reference }
        let host = base[colon.upperBound...].prefix { $0 != "/" }
        let origin = String(base[..<host.endIndex])
        if reference.hasPrefix("/") { return origin + reference }
        let path = base[host.endIndex...].lastIndex(of: "/").map { base[host.endIndex...$0] } ?? "/"
        return origin + path + reference
    }

    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/PageFixtures/"
}
