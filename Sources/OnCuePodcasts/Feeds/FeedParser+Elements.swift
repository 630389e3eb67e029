// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import XMLReading

extension FeedParser {
    /// Processes the attributes of a tag.
    mutating func takeAttributes(_ name: FeedElement, _ element: XMLElement) {
        switch (name.vocabulary, name.local) {
        case (.itunes, "image"): takeImage(element.value("href"))
        case (.plain, "enclosure"): takeMedium(element.value("url"), element)
        case (.media, "content"): takeMedium(element.value("url"), element, isFallback: true)
        case (.atom, "link"): takeLink(element)
        case (.podcast, "chapters"): episode?.chaptersAddress = element.value("url").flatMap(FeedText.address)
        case (.chapters, "chapter"): takeChapter(element)
        case (.podcast, "location"):
            // A podcast should not be suggested at a place only because it was made there.
            let isSubject = (element.value("rel") ?? "subject") == "subject"
            openPlace = isSubject ? OpenPlace(geo: element.value("geo")) : nil
        default: break
        }
    }

    private mutating func takeImage(_ text: String?) {
        guard let address = text.flatMap(FeedText.address) else { return }
        if episode != nil { episode?.image = address } else { feed.image = address }
    }

    private mutating func takeLink(_ element: XMLElement) {
        switch element.value("rel") {
        case "enclosure": takeMedium(element.value("href"), element)
        default: break
        }
    }

    /// Takes a medium: the first one that can be heard or seen takes precedence over all other attachments of an item.
    private mutating func takeMedium(_ text: String?, _ element: XMLElement, isFallback: Bool = false) {
        guard let address = text.flatMap(FeedText.address), let present = episode else { return }
        let type = (element.value("type") ?? "").lowercased().prefix { $0 != ";" }.filter { $0 != " " }
        guard MediumType.isPlayable(type, address: address), !isFallback || present.address.isEmpty else { return }
        guard present.address.isEmpty else { return }
        episode?.address = address
        episode?.type = String(type.prefix(80))
        episode?.length = (element.value("length") ?? element.value("fileSize")).flatMap { Int64($0) }
            .flatMap { $0 > 0 ? $0 : nil }
    }

    private mutating func takeChapter(_ element: XMLElement) {
        guard let count = episode?.chapters.count, count < Chapter.limit, let title = element.value("title")
        else { return }
        let start = element.value("start") ?? ""
        guard let begin = FeedDuration.parse(start) ?? (start.allSatisfy { "0:.".contains($0) } ? .zero : nil) else {
            return
        }
        episode?.chapters.append(Chapter(start: begin, title: FeedText.line(title, limit: Self.titleLimit)))
    }

    /// Processes the text of an element directly below the feed.
    mutating func takeFeedText(_ name: FeedElement, _ text: String) {
        switch (name.vocabulary, name.local) {
        case (.plain, "title"), (.atom, "title"):
            if feed.title.isEmpty { feed.title = FeedText.line(text, limit: Self.titleLimit) }
        case (.itunes, "author"): feed.author = FeedText.line(text, limit: Self.titleLimit)
        case (.plain, "description"), (.atom, "subtitle"):
            feed.summary = FeedText.line(text, limit: Self.summaryLimit)
        case (.itunes, "summary"):
            if feed.summary.isEmpty { feed.summary = FeedText.line(text, limit: Self.summaryLimit) }
        case (.itunes, "explicit"): feed.isExplicit = Self.isExplicit(text)
        case (.itunes, "new-feed-url"): feed.movedTo = FeedText.address(text)
        case (.atom, "logo"), (.atom, "icon"):
            if feed.image == nil { feed.image = FeedText.address(text) }
        case (.podcast, "location"): if feed.location == nil { feed.location = place(text) }
        case (.plain, "ttl"):
            feed.wishes.ttl = Self.number(text).flatMap { $0 > 0 ? min(Int64($0) * 60, PublisherWishes.longest) : nil }
        default: break
        }
    }

    /// Processes an hour or a day at which the feed does not change.
    mutating func takeSkipped(_ name: String, in parent: String, _ text: String) {
        switch (parent, name) {
        case ("skipHours", "hour"):
            // Some count from 1 to 24.
            if let hour = Self.number(text), hour <= 24 { feed.wishes.skippedHours.insert(hour % 24) }
        case ("skipDays", "day"):
            let day = text.filter { !$0.isWhitespace }.lowercased()
            if let index = Self.days.firstIndex(where: { day.hasPrefix($0) }) {
                feed.wishes.skippedDays.insert(index)
            }
        default: break
        }
    }

    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Processes the text of an element directly below an item.
    mutating func takeEpisodeText(_ name: FeedElement, _ text: String) {
        switch (name.vocabulary, name.local) {
        case (.plain, "title"), (.atom, "title"): episode?.title = FeedText.line(text, limit: Self.titleLimit)
        case (.itunes, "title"):
            if episode?.title.isEmpty == true { episode?.title = FeedText.line(text, limit: Self.titleLimit) }
        case (.plain, "guid"), (.atom, "id"):
            let guid = String(FeedText.line(text, limit: 1000))
            if !guid.isEmpty { episode?.guid = guid }
        case (.plain, "description"), (.atom, "summary"):
            episode?.summary = FeedText.line(text, limit: Self.summaryLimit)
        case (.itunes, "summary"), (.itunes, "subtitle"), (.atom, "content"):
            if episode?.summary.isEmpty == true { episode?.summary = FeedText.line(text, limit: Self.summaryLimit) }
        case (.plain, "pubDate"), (.atom, "published"): episode?.published = FeedDate.parse(text)
        case (_, "date"), (.atom, "updated"), (.plain, "published"):
            if episode?.published == nil { episode?.published = FeedDate.parse(text) }
        case (.itunes, "duration"): episode?.duration = FeedDuration.parse(text)
        case (.itunes, "season"), (.podcast, "season"):
            if let number = Self.number(text) { episode?.season = number }
        case (.itunes, "episode"), (.podcast, "episode"):
            if let number = Self.number(text) { episode?.number = number }
        case (.itunes, "episodeType"):
            episode?.kind = FeedEpisode.Kind(rawValue: text.filter { !$0.isWhitespace }.lowercased()) ?? .full
        case (.itunes, "explicit"): episode?.isExplicit = Self.isExplicit(text)
        case (.podcast, "location"):
            let place = place(text)
            if episode?.location == nil { episode?.location = place }
        default: break
        }
    }

    /// Returns the location that ends with its text.
    private mutating func place(_ text: String) -> FeedLocation? {
        defer { openPlace = nil }
        return openPlace.flatMap { FeedLocation(name: FeedText.line(text, limit: Self.titleLimit), geo: $0.geo) }
    }

    private static func isExplicit(_ text: String) -> Bool {
        ["yes", "true", "explicit"].contains(text.filter { !$0.isWhitespace }.lowercased())
    }

    private static func number(_ text: String) -> Int? {
        let digits = text.filter { !$0.isWhitespace }.prefix { $0 != "." }
        guard let number = Int(digits), (0...100_000).contains(number) else { return nil }
        return number
    }
}

/// The types of audio and video, by the endings of names.
enum MediumType {
    private static let suffixes = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg",
        "oga": "audio/ogg", "opus": "audio/opus", "flac": "audio/flac", "wav": "audio/wav", "mp4": "video/mp4",
        "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/x-matroska",
    ]

    static func isPlayable(_ type: String, address: String) -> Bool {
        if type.hasPrefix("audio/") || type.hasPrefix("video/") { return true }
        // Carelessly configured servers use this type for everything.
        let isUnknown = type.isEmpty || type == "application/octet-stream" || !type.contains("/")
        return type == "application/ogg" || (isUnknown && suffix(of: address) != nil)
    }

    /// Returns the known suffix of an address, without the dot; `nil` when it has none.
    static func suffix(of address: String) -> String? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let suffix = name[name.index(after: dot)...].lowercased()
        return suffixes[suffix] == nil ? nil : suffix
    }

    /// Returns the suffix for a file of this type.
    static func suffix(for type: String, address: String) -> String {
        if let suffix = suffix(of: address) { return suffix }
        return switch type {
        case "audio/mp4", "audio/x-m4a", "audio/m4a": "m4a"
        case "audio/ogg", "application/ogg", "audio/vorbis": "ogg"
        case "audio/opus": "opus"
        case "audio/aac": "aac"
        case "audio/flac", "audio/x-flac": "flac"
        case "audio/wav", "audio/x-wav": "wav"
        case "video/mp4", "video/x-m4v": "mp4"
        case "video/webm": "webm"
        default: "mp3"
        }
    }
}
