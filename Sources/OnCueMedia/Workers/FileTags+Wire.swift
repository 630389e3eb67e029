// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TagReading

/// The field of ``FileTags`` that follows in a message; a list is repeated fields.
private enum TagField: UInt8 {
    case end, title, artist, albumArtist, album, trackNumber, trackTotal, discNumber, discTotal, date, genre, composer
    case titleSort, artistSort, albumArtistSort, albumSort, composerSort, isCompilation, isExplicit, hasPicture
    case trackGain, trackPeak, albumGain, albumPeak
    case recording, track, release, releaseGroup, artistIdentifier, albumArtistIdentifier
    case duration, bitRate, sampleRate, channels, cueSheet, halfStars
}

// MARK: Writing

extension FileTags {
    /// The maximum number of values in one list; more are mistakes.
    private static let listLimit = 256

    /// Appends the tags that are present; texts are cut to ``WireWriter/textLimit``.
    func write(to wire: inout WireWriter) {
        writeTexts(to: &wire)
        if let cueSheet {
            // Sheets are longer than other texts by nature; 64 Ki characters of any kind fit.
            wire.put(TagField.cueSheet.rawValue)
            wire.put(blob: cueSheet.utf8.prefix(256 << 10))
        }
        wire.put(.trackNumber, trackNumber)
        wire.put(.trackTotal, trackTotal)
        wire.put(.discNumber, discNumber)
        wire.put(.discTotal, discTotal)
        wire.put(.isCompilation, isCompilation ? 1 : nil)
        wire.put(.isExplicit, isExplicit ? 1 : nil)
        wire.put(.hasPicture, hasPicture ? 1 : nil)
        wire.put(.trackGain, loudness.trackGain)
        wire.put(.trackPeak, loudness.trackPeak)
        wire.put(.albumGain, loudness.albumGain)
        wire.put(.albumPeak, loudness.albumPeak)
        wire.put(.duration, duration.map { Int(clamping: Int64($0 / .milliseconds(1))) })
        wire.put(.bitRate, bitRate)
        wire.put(.sampleRate, sampleRate)
        wire.put(.channels, channels)
        wire.put(.halfStars, halfStars)
        wire.put(TagField.end.rawValue)
    }

    private func writeTexts(to wire: inout WireWriter) {
        wire.put(.title, title)
        wire.put(.artist, artists.prefix(Self.listLimit))
        wire.put(.albumArtist, albumArtists.prefix(Self.listLimit))
        wire.put(.album, album)
        wire.put(.date, date)
        wire.put(.genre, genres.prefix(Self.listLimit))
        wire.put(.composer, composers.prefix(Self.listLimit))
        wire.put(.titleSort, titleSort)
        wire.put(.artistSort, artistSorts.prefix(Self.listLimit))
        wire.put(.albumArtistSort, albumArtistSorts.prefix(Self.listLimit))
        wire.put(.composerSort, composerSorts.prefix(Self.listLimit))
        wire.put(.albumSort, albumSort)
        wire.put(.recording, musicBrainz.recording)
        wire.put(.track, musicBrainz.track)
        wire.put(.release, musicBrainz.release)
        wire.put(.releaseGroup, musicBrainz.releaseGroup)
        wire.put(.artistIdentifier, musicBrainz.artists.prefix(Self.listLimit))
        wire.put(.albumArtistIdentifier, musicBrainz.albumArtists.prefix(Self.listLimit))
    }
}

extension WireWriter {
    fileprivate mutating func put(_ field: TagField, _ text: String?) {
        guard let text else { return }
        put(field.rawValue)
        put(text: text)
    }

    fileprivate mutating func put(_ field: TagField, _ texts: ArraySlice<String>) {
        for text in texts { put(field, text) }
    }

    fileprivate mutating func put(_ field: TagField, _ number: Int?) {
        guard let number else { return }
        put(field.rawValue)
        put(UInt32(clamping: number))
    }

    fileprivate mutating func put(_ field: TagField, _ number: Double?) {
        guard let number else { return }
        put(field.rawValue)
        put(number.bitPattern)
    }
}

// MARK: Reading

extension FileTags {
    /// Reads tags from a message; `nil` if they are malformed.
    init?(_ wire: inout WireReader) {
        self.init()
        while let field = TagField(rawValue: wire.byte()), field != .end {
            setText(field, &wire)
        }
        // A malformed message yields zeros, which end the loop like an unknown field.
        guard !wire.isBroken, wire.isAtEnd else { return nil }
    }

    private mutating func setText(_ field: TagField, _ wire: inout WireReader) {
        switch field {
        case .title: title = wire.text()
        case .artist: artists.append(wire.text())
        case .albumArtist: albumArtists.append(wire.text())
        case .album: album = wire.text()
        case .date: date = wire.text()
        case .genre: genres.append(wire.text())
        case .composer: composers.append(wire.text())
        case .titleSort: titleSort = wire.text()
        case .artistSort: artistSorts.append(wire.text())
        case .albumArtistSort: albumArtistSorts.append(wire.text())
        case .composerSort: composerSorts.append(wire.text())
        case .albumSort: albumSort = wire.text()
        case .recording: musicBrainz.recording = wire.text()
        case .track: musicBrainz.track = wire.text()
        case .cueSheet: cueSheet = wire.text()
        case .release: musicBrainz.release = wire.text()
        case .releaseGroup: musicBrainz.releaseGroup = wire.text()
        case .artistIdentifier: musicBrainz.artists.append(wire.text())
        case .albumArtistIdentifier: musicBrainz.albumArtists.append(wire.text())
        case .trackGain: loudness.trackGain = wire.real()
        case .trackPeak: loudness.trackPeak = wire.real()
        case .albumGain: loudness.albumGain = wire.real()
        case .albumPeak: loudness.albumPeak = wire.real()
        default: setNumber(field, Int(wire.number(UInt32.self) & 0x7FFF_FFFF))
        }
    }

    private mutating func setNumber(_ field: TagField, _ number: Int) {
        switch field {
        case .trackNumber: trackNumber = number
        case .trackTotal: trackTotal = number
        case .discNumber: discNumber = number
        case .discTotal: discTotal = number
        case .isCompilation: isCompilation = true
        case .isExplicit: isExplicit = true
        case .hasPicture: hasPicture = true
        case .duration: duration = .milliseconds(number)
        case .bitRate: bitRate = number
        case .sampleRate: sampleRate = number
        case .channels: channels = number
        case .halfStars: halfStars = min(number, 10)
        default: break
        }
    }
}

extension WireReader {
    fileprivate mutating func real() -> Double? {
        let number = Double(bitPattern: number())
        return number.isFinite ? number : nil
    }
}
