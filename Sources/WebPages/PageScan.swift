// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import XMLReading

/// The statements of the tags of a page: its title, links, media, embedded data and things.
struct PageScan {
    /// The most elements of each list.
    static let listLimit = 500

    struct Link {
        var relations: [String]
        var type: String
        var address: String
        var title: String
    }

    struct Medium {
        var address: String
        var type = ""
        var title = ""
    }

    private(set) var graph = ThingGraph()
    private(set) var title = ""
    /// The first value of each `<meta>`, by its property or name in lower case.
    private(set) var meta: [String: String] = [:]
    private(set) var links: [Link] = []
    /// `<audio>` with its sources.
    private(set) var media: [Medium] = []
    /// Links to files whose names are those of sound.
    private(set) var downloads: [Medium] = []
    private(set) var base: String?
    private var markup = MarkupScan()
    private var element = ""
    private var isLinkedData = false
    private var isInAudio = false
    private var audioTitle = ""

    /// - Returns: `false` when the rest of the page is not worth reading.
    mutating func take(_ event: HTMLEvent) -> Bool {
        switch event {
        case .start(let name, let attributes):
            element = name
            isLinkedData = name == "script" && Self.type(attributes["type"]) == "application/ld+json"
            start(name, attributes)
            return markup.start(name, attributes, &graph)
        case .end(let name):
            if name == "audio" { isInAudio = false }
            element = ""
            markup.end(name, &graph)
        case .text(let text):
            if isLinkedData, element == "script" {
                if let json = LooseJSON.read(text) { graph.add(linkedData: json) }
            } else if element == "title", title.isEmpty {
                title = text
            } else if element != "script", element != "style" {
                markup.text(text)
            }
        }
        return true
    }

    mutating func finish() { markup.finish(&graph) }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "base": base = base ?? attributes["href"]
        case "meta": addMeta(attributes)
        case "link": addLink(attributes)
        case "audio":
            isInAudio = true
            audioTitle = attributes["title"] ?? attributes["aria-label"] ?? ""
            addMedium(attributes["src"] ?? attributes["data-src"], attributes)
        case "source" where isInAudio: addMedium(attributes["src"], attributes)
        case "a": addDownload(attributes)
        default: break
        }
    }

    private mutating func addMeta(_ attributes: [String: String]) {
        guard let name = attributes["property"] ?? attributes["name"], let value = attributes["content"],
            meta.count < Self.listLimit
        else { return }
        let key = name.lowercased()
        if meta[key] == nil { meta[key] = value.shortened(toBytes: ThingGraph.textLimit) }
    }

    private mutating func addLink(_ attributes: [String: String]) {
        guard let address = attributes["href"], !address.isEmpty, links.count < Self.listLimit else { return }
        let relations = (attributes["rel"] ?? "").lowercased().split { $0.isWhitespace }.map(String.init)
        links.append(
            Link(
                relations: relations, type: Self.type(attributes["type"]), address: address,
                title: attributes["title"] ?? ""))
    }

    private mutating func addMedium(_ address: String?, _ attributes: [String: String]) {
        guard let address, !address.isEmpty, media.count < Self.listLimit else { return }
        media.append(Medium(address: address, type: Self.type(attributes["type"]), title: audioTitle))
    }

    private mutating func addDownload(_ attributes: [String: String]) {
        guard let address = attributes["href"], downloads.count < Self.listLimit else { return }
        let path = address.prefix { $0 != "?" && $0 != "#" }.suffix(6).lowercased()
        guard let dot = path.lastIndex(of: "."), Self.endings.contains(String(path[path.index(after: dot)...])) else {
            return
        }
        downloads.append(Medium(address: address, title: attributes["title"] ?? attributes["download"] ?? ""))
    }

    private static let endings: Set<String> = [
        "mp3", "m4a", "m4b", "ogg", "oga", "opus", "flac", "wav", "aac", "m3u", "m3u8", "pls", "xspf", "asx",
    ]

    /// A media type without parameters.
    private static func type(_ text: String?) -> String {
        String((text ?? "").prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
    }
}
