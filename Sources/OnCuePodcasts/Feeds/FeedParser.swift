// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import XMLReading

/// Reads feeds: RSS 2.0 with the tags of iTunes and Podcasting 2.0, RSS 1.0, and Atom.
///
///     let feed = try FeedParser.parse(bytes)
package struct FeedParser {
    /// The maximum number of episodes that are taken from one feed.
    package static let episodeLimit = 20_000
    static let titleLimit = 300
    static let summaryLimit = 600

    /// A `podcast:location` whose text is not complete.
    struct OpenPlace {
        var geo: String?
    }

    var feed = Feed()
    var episode: FeedEpisode?
    /// Elements that are open, the outermost first.
    private var open: [FeedElement] = []
    private var text = ""
    /// The position of the open location; `nil` also if it is that of the makers.
    var openPlace: OpenPlace?
    private var isFeed = false
    private var isTopClosed = false

    /// Parses the feed in the bytes.
    ///
    /// - Throws: ``FeedError`` if they are not a feed.
    package static func parse(_ bytes: [UInt8]) throws(FeedError) -> Feed {
        var parser = FeedParser()
        do throws(XMLReadError) {
            try XMLReader.read(bytes) { parser.take($0) }
        } catch {
            throw FeedError(error.code == .notXML ? "it is not a feed" : "it is not a feed: \(error.message)")
        }
        guard parser.isFeed else { throw FeedError("it is not a feed: it is neither RSS nor Atom") }
        parser.feed.isComplete = parser.isTopClosed
        return parser.feed
    }

    private mutating func take(_ event: XMLEvent) -> Bool {
        switch event {
        case .start(let element): return start(element)
        case .text(let piece): text += piece
        case .end: end()
        }
        return true
    }

    private mutating func start(_ element: XMLElement) -> Bool {
        let name = FeedElement(element.name)
        if open.isEmpty {
            isFeed = ["rss", "feed", "RDF"].contains(name.local)
            guard isFeed else { return false }
        }
        if name.isItem, episode == nil {
            guard feed.episodes.count < Self.episodeLimit else { return false }
            episode = FeedEpisode()
        }
        open.append(name)
        text = ""
        takeAttributes(name, element)
        return true
    }

    private mutating func end() {
        guard let name = open.popLast() else { return }
        let parent = open.last
        if name.isItem, parent?.isItem != true {
            closeEpisode()
        } else if episode != nil {
            if parent?.isItem == true { takeEpisodeText(name, text) }
        } else if parent?.isChannel == true {
            takeFeedText(name, text)
        } else {
            takeNested(name, in: parent)
        }
        text = ""
        isTopClosed = open.isEmpty
    }

    private mutating func closeEpisode() {
        defer { episode = nil }
        guard var done = episode, !done.address.isEmpty else { return }
        if done.title.isEmpty { done.title = FeedText.line(done.summary, limit: 80) }
        if done.title.isEmpty, let location = MediaLocation(uri: done.address) { done.title = location.displayName }
        feed.episodes.append(done)
    }

    private mutating func takeNested(_ name: FeedElement, in parent: FeedElement?) {
        if name.vocabulary == .plain, let parent { takeSkipped(name.local, in: parent.local, text) }
        if name.local == "url", parent?.local == "image", feed.image == nil { feed.image = FeedText.address(text) }
        if name.local == "name", parent?.local == "author", feed.author.isEmpty {
            feed.author = FeedText.line(text, limit: Self.titleLimit)
        }
    }
}

/// The reason why bytes are not a feed.
package struct FeedError: Error, Sendable, Equatable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

/// The name of an element with its vocabulary, regardless of the spelling of its namespace in the feed.
struct FeedElement: Equatable {
    enum Vocabulary {
        case plain, atom, itunes, podcast, chapters, media, other
    }

    let vocabulary: Vocabulary
    let local: String

    init(_ name: XMLName) {
        local = name.local
        vocabulary = Self.vocabulary(name)
    }

    var isItem: Bool { (vocabulary == .plain && local == "item") || (vocabulary == .atom && local == "entry") }

    var isChannel: Bool { (vocabulary == .plain && local == "channel") || (vocabulary == .atom && local == "feed") }

    /// Recognised by the prefix as well, because feeds forget to declare it, or declare an address of their own.
    private static func vocabulary(_ name: XMLName) -> Vocabulary {
        switch name.prefix {
        case "itunes": return .itunes
        case "podcast": return .podcast
        case "psc": return .chapters
        case "media": return .media
        case "atom", "atom10": return .atom
        default: break
        }
        guard let namespace = name.namespace?.lowercased() else { return name.prefix == nil ? .plain : .other }
        if namespace.hasSuffix("/atom") || namespace.hasPrefix("http://purl.org/atom") { return .atom }
        if namespace.hasPrefix("http://purl.org/rss") || namespace.hasPrefix("http://backend.userland.com") {
            return .plain
        }
        return name.prefix == nil ? .plain : .other
    }
}
