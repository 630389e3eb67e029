// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface

/// A value of the now-playing state, as `oncue now` shows it: a key of `--json`, a field of `--format`, and a word of
/// the help.
///
/// The values are those of the form of ``NowPlayingReport``. The table arranges them; a field of the form that is not
/// in the table is shown under its own name, and only if the service sends it.
package struct NowField: Sendable {
    /// The keys that lead to the value in the object of `--json`, with a dot between them: `chapter.number`.
    package let path: String
    /// The field of the form.
    let source: String
    /// The part of the report without which the value is meaningless.
    let part: NowPlayingReport.Part?
    let way: FormJSON.Way?
    /// The note behind the key in the help.
    let note: String?

    private init(
        _ path: String, from source: String? = nil, in part: NowPlayingReport.Part? = nil, _ way: FormJSON.Way? = nil,
        note: String? = nil
    ) {
        (self.path, self.source, self.part, self.way, self.note) = (path, source ?? path, part, way, note)
    }

    /// The name of the object that the value is a part of, if it is in one.
    var object: Substring? { path.split(separator: ".").count == 2 ? path.split(separator: ".").first : nil }
    /// The name of the value in its object.
    var name: Substring { path.split(separator: ".").last ?? "" }

    /// All of them, in the order of `--json`.
    package static let all: [NowField] = arranged + unnamed + [player]

    private static let arranged: [NowField] = [
        NowField("status"), NowField("state", note: "with buffering, interrupted, failed"), NowField("stateReason"),
        NowField("interruption"), NowField("loading"), NowField("buffering", note: "percent"),
        NowField("title"), NowField("artists"), NowField("albumArtists"), NowField("album"), NowField("composers"),
        NowField("genres"), NowField("trackNumber"), NowField("trackTotal"), NowField("discNumber"),
        NowField("discTotal"), NowField("date"), NowField("streamTitle"),
        NowField("chapter.number", from: "chapter", .ordinal), NowField("chapter.count", from: "chapterCount"),
        NowField("chapter.title", from: "chapterTitle"),
        NowField("format.codec", from: "codec"), NowField("format.bitRate", from: "bitRate", note: "bits per second"),
        NowField("format.sampleRate", from: "sampleRate", note: "Hz"), NowField("format.bitDepth", from: "bitDepth"),
        NowField("format.channels", from: "channels"),
        NowField("format.gain", from: "gain", .places(2), note: "dB, as applied"),
        NowField("position", in: .position), NowField("duration", note: "seconds"), NowField("seekable"),
        NowField("identifier", .filled),
        NowField("collection", from: "collectionIdentifier", note: "the album or podcast"),
        NowField("provider", note: "a bus name"), NowField("mediaType"), NowField("live", in: .queue),
        NowField("explicit"), NowField("favourite", in: .queue), NowField("disliked", in: .queue),
        NowField("stars", .places(1)),
        NowField("url", .filled), NowField("artUrl"), NowField("artwork.small", from: "artUrlSmall"),
        NowField("artwork.medium", from: "artUrlMedium"), NowField("artwork.large", from: "artUrlLarge"),
        NowField("entry", in: .queue), NowField("queueIndex", in: .queue), NowField("queueLength", in: .queue),
        NowField("context.identifier", from: "contextIdentifier"),
        NowField("context.title", from: "contextTitle", .filled), NowField("context.kind", from: "contextKind"),
        NowField("context.number", from: "contextNumber"), NowField("context.count", from: "contextCount"),
        NowField("next.entry", from: "nextEntry"), NowField("next.identifier", from: "nextIdentifier"),
        NowField("next.title", from: "nextTitle"), NowField("next.artists", from: "nextArtists"),
        NowField("interrupted.title", from: "interruptedTitle"),
        NowField("interrupted.count", from: "interruptedCount"),
        NowField("interrupted.depth", from: "interruptedDepth"),
        NowField("volume", in: .volume, .percent, note: "percent"), NowField("muted", in: .queue),
        NowField("loop.start", from: "loopStart"), NowField("loop.end", from: "loopEnd"),
        NowField("repeat", in: .repeatMode), NowField("shuffle", in: .shuffle), NowField("shuffleMode", in: .shuffle),
        NowField("similar", in: .queue), NowField("single", in: .queue), NowField("consume", in: .queue),
        NowField("rate", in: .rate, .places(2)),
        NowField("playbackRate", in: .queue, .places(2), note: "0 while the position does not move"),
        NowField("sleep.mode", from: "sleep"), NowField("sleep.remaining", from: "sleepRemaining"),
        NowField("stopAfter", in: .queue), NowField("output.name", from: "output"),
        NowField("output.silent", from: "outputSilent"), NowField("error.code", from: "errorCode"),
        NowField("error.message", from: "error"),
    ]

    /// It is not among the fields: a report is about a player, but does not contain its name.
    private static let player = NowField("player", note: "oncue, or the player chosen with --player")

    /// Fields for programs, which have their own uses for clocks and tokens.
    private static let internalSources: Set = ["timestamp", "token"]

    private static let unnamed: [NowField] = {
        let known = internalSources.union(arranged.map(\.source))
        return FormList.fields(of: NowPlayingReport.self).filter { !known.contains($0.name) }
            .map { NowField($0.name, in: .queue) }
    }()

    /// The notes behind the objects in the help.
    private static let notes = [
        "context": "what the queue was filled from", "next": "what plays next",
        "interrupted": "the queue that returns after this one", "loop": "seconds",
    ]

    // MARK: Arrangement

    /// The members of the object: a value, or an object with its values.
    enum Member: Sendable {
        case value(NowField)
        case object(String, [NowField])
    }

    static let members: [Member] = {
        var members: [Member] = []
        for field in all {
            guard let object = field.object else {
                members.append(.value(field))
                continue
            }
            if case .object(let last, let parts)? = members.last, last == object {
                members[members.count - 1] = .object(last, parts + [field])
            } else {
                members.append(.object(String(object), [field]))
            }
        }
        return members
    }()

    /// The keys for the help: `status, state (…), chapter {number, count, title}, …`.
    package static let help: String = members.map { member in
        switch member {
        case .value(let field): field.word
        case .object(let name, let parts):
            "\(name) {\(parts.map(\.word).joined(separator: ", "))}" + (notes[name].map { " (\($0))" } ?? "")
        }
    }.joined(separator: ", ")

    private var word: String { String(name) + (note.map { " (\($0))" } ?? "") }
}
