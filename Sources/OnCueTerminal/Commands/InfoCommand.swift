// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue info`
enum InfoCommand {
    static let command = Command(
        CommandDefinition(
            "info", group: "Looking", summary: "Show the file of a track: its tags, format, gain, picture and lyrics.",
            discussion: """
                Without PLACE, the current track, also one from the web. The tags are all that the file has, also those \
                that OnCue does not use.

                JSON: identifier, title, url, path, size (bytes), modified (seconds since 1970), duration (seconds), \
                format (while it plays: codec, bitRate, sampleRate, bitDepth, channels, gain, as in oncue now), \
                bitRate (bits per second), sampleRate, channels, replayGain {trackGain, trackPeak, albumGain, \
                albumPeak}, loudness (the setting: off, track or album), picture {source (tags, file, web or none), \
                url}, lyrics (tags, file, web or null), location (as in oncue page, or null), playCount, skipCount, lastPlayed, \
                favourite, disliked, stars (the own rating), tags [name, value].
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue info", "Show the file that plays."),
                DocumentedTerm("oncue info so what", "Show the file of the best match."),
                DocumentedTerm("oncue info --json | jq -r '.tags[].name'", "Print the names of the tags."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        let file = words.isEmpty ? try await playing(context) : try await file(words, context)
        // A file outside the library has no record.
        let record = try? await context.service.listeningRecord(of: file.identifier.description).record
        let now = try? await context.service.nowPlaying()
        let format = now?.entry.flatMap { $0.identifier == file.identifier.description ? $0.format : nil }
        let loudness = try await context.service.sound().settings.loudness
        let location = try? await context.service.item(at: file.identifier.description).item.location
        let view = InfoView(file: file, record: record, location: location, format: format, loudness: loudness)
        if parsed.has("json") { return context.console.write(view.json) }
        context.console.write(lines: LabeledTable.lines(view.rows, screen: context.console.dataScreen))
    }

    private static func file(_ words: [String], _ context: CommandContext) async throws -> ReportedFile {
        let resolver = PlaceResolver(context)
        let place = try await resolver.place(words)
        await resolver.tellTwin(words)
        return try await resolver.asking(words) { () async throws(ClientError) in
            try await context.service.file(of: place)
        }
    }

    /// Returns the file of the current entry, which may be outside the library.
    private static func playing(_ context: CommandContext) async throws -> ReportedFile {
        guard let entry = try await context.service.nowPlaying().entry else {
            throw CommandFailure(.nothingFound, "nothing is playing; name a PLACE")
        }
        do throws(ClientError) {
            return try await context.service.file(of: entry.identifier)
        } catch {
            if error.code == .refused, let stream = stream(entry) { return stream }
            guard error.isAbsence, !entry.url.isEmpty else { throw error }
            return try await context.service.file(of: entry.url)
        }
    }

    /// Returns the known facts about an entry from the web, once its format is known.
    private static func stream(_ entry: NowPlayingEntry) -> ReportedFile? {
        guard let format = entry.format, let location = MediaLocation(uri: entry.url), location.filePath == nil,
            let identifier = ContentIdentifier(entry.identifier)
        else { return nil }
        var report = FileReport()
        report.duration = entry.duration
        (report.bitRate, report.sampleRate) = (format.bitRate, format.sampleRate)
        report.channelCount = format.channelCount
        report.picture = entry.artURL.flatMap(MediaLocation.init(uri:)).map { .file($0) }
        let tags = [("ARTIST", entry.artists.joined(separator: ", ")), ("ALBUM", entry.album ?? "")]
        report.tags = (tags + [("STREAMTITLE", entry.streamTitle ?? "")]).compactMap { name, value in
            value.isEmpty ? nil : FileReport.Tag(name, value)
        }
        return ReportedFile(identifier, title: entry.title, at: location, report)
    }
}

/// The file of a track, for people and for programs.
struct InfoView {
    let file: ReportedFile
    let record: ListeningRecord?
    /// The geographical location associated with it.
    var location: Location?
    /// The format in playback; `nil` if something else is playing.
    let format: MediaFormat?
    let loudness: SoundSettings.LoudnessMode

    private var report: FileReport { file.report }

    // MARK: Lines

    /// Labels and values, the tags last.
    var rows: [[String]] {
        var rows = [
            ["Title", file.title], ["File", path ?? file.location.shownURI],
            ["Identifier", file.identifier.description],
        ]
        if let size = report.size { rows.append(["Size", Self.size(size)]) }
        if let modified = report.modified { rows.append(["Modified", MomentText.text(modified)]) }
        if let duration = report.duration { rows.append(["Length", TimeText.clock(duration)]) }
        rows.append(["Format", formatText])
        rows.append(["ReplayGain", gainText])
        if let location { rows.append(["Location", location.line]) }
        if let stars = record?.stars { rows.append(["Stars", "\(stars)"]) }
        rows += [["Picture", pictureText], ["Lyrics", lyricsText], ["Played", playedText]]
        return rows.map { $0.map { TextLayout.printable($0) } }
            + report.tags.map { [TextLayout.printable($0.name), TextLayout.printable(Self.cut($0.value))] }
    }

    private var path: String? {
        file.location.filePath.map { RawWords.printable(RawWords.text(of: $0)) }
    }

    /// `FLAC, 44.1 kHz, 2 channels, 876 kbit/s`
    private var formatText: String {
        var parts = [(format?.codec ?? suffix).uppercased()]
        if let rate = report.sampleRate ?? format?.sampleRate {
            parts.append(SpanText.decimal(Double(rate) / 1000) + " kHz")
        }
        if let depth = format?.bitDepth { parts.append("\(depth) bit") }
        if let channels = report.channelCount { parts.append(ContentPhrase.count(channels, "channel")) }
        if let rate = report.bitRate ?? format?.bitRate { parts.append("\(rate / 1000) kbit/s") }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var suffix: String {
        let name = (path ?? "").split(separator: "/").last ?? ""
        return name.contains(".") ? String(name.split(separator: ".").last ?? "") : ""
    }

    /// `track -6.48 dB, album -7.1 dB; applied now: -6.48 dB`
    private var gainText: String {
        let measured = [("track", report.replayGain?.trackGain), ("album", report.replayGain?.albumGain)]
            .compactMap { name, gain in gain.map { "\(name) \(SpanText.decimal($0)) dB" } }
        guard !measured.isEmpty else {
            if loudness != .off, let gain = format?.gain { return "applied now: \(SpanText.decimal(gain)) dB" }
            return "not measured" + (loudness == .off ? "" : ", so nothing is changed")
        }
        let text = measured.joined(separator: ", ")
        if loudness == .off { return text + "; not applied, since loudness is off (oncue sound loudness)" }
        if let gain = format?.gain { return text + "; applied now: \(SpanText.decimal(gain)) dB" }
        return text + "; applied when it plays (\(loudness.rawValue))"
    }

    private var pictureText: String {
        switch report.picture {
        case .tags: "in the file"
        case .file(let location):
            location.filePath.map { RawWords.printable(RawWords.text(of: $0)) } ?? location.shownURI
        case .web(let location):
            "from the Cover Art Archive, kept in "
                + (location.filePath.map { RawWords.printable(RawWords.text(of: $0)) } ?? location.shownURI)
        case nil: "none; one is drawn"
        }
    }

    private var lyricsText: String {
        switch report.lyrics {
        case .tags: "in the file"
        case .file: "in a file beside it"
        case .web: "from LRCLIB"
        case nil: "none"
        }
    }

    private var playedText: String {
        guard let record, record.playCount > 0 || record.skipCount > 0 else { return "never" }
        var parts = [ContentPhrase.count(record.playCount, "time")]
        if let last = record.lastPlayed { parts.append("last " + MomentText.text(last)) }
        if record.skipCount > 0 { parts.append("skipped " + ContentPhrase.count(record.skipCount, "time")) }
        return parts.joined(separator: ", ")
    }

    /// Decimal units, as file managers show them.
    private static func size(_ bytes: Int64) -> String {
        if bytes < 1000 { return ContentPhrase.count(Int(bytes), "byte") }
        let units = ["kB", "MB", "GB", "TB"]
        var (size, unit) = (Double(bytes) / 1000, 0)
        while size >= 1000, unit < units.count - 1 { (size, unit) = (size / 1000, unit + 1) }
        return SpanText.decimal((size * 10).rounded() / 10) + " " + units[unit]
    }

    /// Shortens a value: whole lyrics in a tag would fill the screen.
    private static func cut(_ value: String) -> String {
        let line = value.split(whereSeparator: \.isNewline).joined(separator: " / ")
        return line.count > 300 ? String(line.prefix(300)) + "…" : line
    }

    // MARK: JSON

    var json: JSONValue {
        [
            "identifier": .string(file.identifier.description), "title": .string(file.title),
            "url": .string(file.location.shownURI), "path": .string(orNull: path),
            "size": .int(orNull: report.size.map { Int($0) }),
            "modified": .int(orNull: report.modified.map { Int($0) }),
            "duration": .seconds(report.duration), "format": format?.json ?? .null,
            "bitRate": .int(orNull: report.bitRate), "sampleRate": .int(orNull: report.sampleRate),
            "channels": .int(orNull: report.channelCount), "replayGain": report.replayGain.map(Self.json) ?? .null,
            "loudness": .string(loudness.rawValue), "picture": pictureJSON,
            "lyrics": .string(orNull: report.lyrics?.rawValue), "playCount": .int(record?.playCount ?? 0),
            "skipCount": .int(record?.skipCount ?? 0),
            "location": location?.json ?? .null,
            "lastPlayed": .int(orNull: record?.lastPlayed.map { Int($0) }),
            "favourite": .bool(record?.isFavourite ?? false), "disliked": .bool(record?.isDisliked ?? false),
            "stars": record?.stars.map { .rounded($0.number, places: 1) } ?? .null,
            "tags": .array(report.tags.map { ["name": .string($0.name), "value": .string($0.value)] }),
        ]
    }

    private static func json(_ gain: ReplayGain) -> JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .rounded($0, places: 6) } ?? .null }
        return [
            "trackGain": number(gain.trackGain), "trackPeak": number(gain.trackPeak),
            "albumGain": number(gain.albumGain), "albumPeak": number(gain.albumPeak),
        ]
    }

    private var pictureJSON: JSONValue {
        switch report.picture {
        case .tags: ["source": "tags", "url": .null]
        case .file(let location): ["source": "file", "url": .string(location.shownURI)]
        case .web(let location): ["source": "web", "url": .string(location.shownURI)]
        case nil: ["source": "none", "url": .null]
        }
    }
}
