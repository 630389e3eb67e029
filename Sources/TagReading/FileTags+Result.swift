// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CTagLibShim

extension FileTags {
    /// Copies everything out of a successful result, which stays the caller's.
    init(_ result: borrowing oncue_tag_result) {
        let milliseconds = unsafe result.duration_milliseconds
        duration = milliseconds > 0 ? .milliseconds(Int64(milliseconds)) : nil
        // Headers of damaged files may yield any number; these bounds are beyond all real ones.
        bitRate = unsafe Self.plausible(result.bit_rate, in: 1...1_000_000)
        sampleRate = unsafe Self.plausible(result.sample_rate, in: 1...10_000_000)
        channels = unsafe Self.plausible(result.channels, in: 1...256)
        hasPicture = unsafe result.has_picture != 0

        var r128 = (track: Double?.none, album: Double?.none)
        var stars = TagStars()
        let values = unsafe UnsafeRawBufferPointer(start: result.values, count: result.values_length)
        var position = 0
        while position < values.count {
            let field = unsafe oncue_tag_field(UInt32(values[position]))
            let length = unsafe Int(values.loadUnaligned(fromByteOffset: position + 1, as: UInt32.self))
            position += 5
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: values[position..<(position + length)])
            position += length
            unsafe Self.forEachPart(of: bytes) { value in set(field, to: value, r128: &r128, stars: &stars) }
        }
        loudness.trackGain = loudness.trackGain ?? r128.track
        loudness.albumGain = loudness.albumGain ?? r128.album
        halfStars = stars.halves
    }

    /// Passes on each value of a text: a zero separates values in some writers' tags, and ends the text in all others.
    private static func forEachPart(of bytes: UnsafeRawBufferPointer, _ body: (TagText) -> Void) {
        var start = 0
        while start < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
            let length = unsafe rest.firstIndex(of: 0) ?? rest.count
            let value = unsafe TagText(UnsafeRawBufferPointer(rebasing: rest[..<length]))
            if !value.isEmpty {
                body(value)
            }
            start += length + 1
        }
    }

    private static func plausible(_ value: Int32, in bounds: ClosedRange<Int>) -> Int? {
        bounds.contains(Int(value)) ? Int(value) : nil
    }

    /// Sets a field; for a field with one value, the first one wins.
    private mutating func set(
        _ field: oncue_tag_field, to value: TagText, r128: inout (track: Double?, album: Double?), stars: inout TagStars
    ) {
        switch field {
        case ONCUE_TAG_TITLE: title = title ?? value.text
        case ONCUE_TAG_ARTIST: artists.appendNew(value.text)
        case ONCUE_TAG_ALBUM_ARTIST: albumArtists.appendNew(value.text)
        case ONCUE_TAG_ALBUM: album = album ?? value.text
        case ONCUE_TAG_TRACK_NUMBER: Self.set(&trackNumber, &trackTotal, to: value)
        case ONCUE_TAG_TRACK_TOTAL: trackTotal = trackTotal ?? value.count
        case ONCUE_TAG_DISC_NUMBER: Self.set(&discNumber, &discTotal, to: value)
        case ONCUE_TAG_DISC_TOTAL: discTotal = discTotal ?? value.count
        case ONCUE_TAG_DATE: date = date ?? value.text
        case ONCUE_TAG_GENRE: genres.appendNew(value.text)
        case ONCUE_TAG_COMPOSER: composers.appendNew(value.text)
        case ONCUE_TAG_TITLE_SORT: titleSort = titleSort ?? value.text
        case ONCUE_TAG_ARTIST_SORT: artistSorts.appendNew(value.text)
        case ONCUE_TAG_ALBUM_ARTIST_SORT: albumArtistSorts.appendNew(value.text)
        case ONCUE_TAG_COMPOSER_SORT: composerSorts.appendNew(value.text)
        case ONCUE_TAG_ALBUM_SORT: albumSort = albumSort ?? value.text
        case ONCUE_TAG_COMPILATION: isCompilation = isCompilation || value.isTrue
        case ONCUE_TAG_ADVISORY: isExplicit = isExplicit || value.isExplicitAdvisory
        case ONCUE_TAG_CUE_SHEET: cueSheet = cueSheet ?? value.text
        case ONCUE_TAG_RATING: stars.setRating(value)
        case ONCUE_TAG_RATING_FRACTION: stars.setFraction(value)
        case ONCUE_TAG_RATING_BYTE: stars.setPopularimeter(value)
        case ONCUE_TAG_R128_TRACK_GAIN: r128.track = r128.track ?? value.r128Gain
        case ONCUE_TAG_R128_ALBUM_GAIN: r128.album = r128.album ?? value.r128Gain
        default: setLoudnessOrIdentifier(field, to: value)
        }
    }

    private mutating func setLoudnessOrIdentifier(_ field: oncue_tag_field, to value: TagText) {
        switch field {
        case ONCUE_TAG_REPLAYGAIN_TRACK_GAIN: loudness.trackGain = loudness.trackGain ?? value.gain
        case ONCUE_TAG_REPLAYGAIN_TRACK_PEAK: loudness.trackPeak = loudness.trackPeak ?? value.peak
        case ONCUE_TAG_REPLAYGAIN_ALBUM_GAIN: loudness.albumGain = loudness.albumGain ?? value.gain
        case ONCUE_TAG_REPLAYGAIN_ALBUM_PEAK: loudness.albumPeak = loudness.albumPeak ?? value.peak
        case ONCUE_TAG_MUSICBRAINZ_RECORDING_ID: musicBrainz.recording = musicBrainz.recording ?? value.text
        case ONCUE_TAG_MUSICBRAINZ_TRACK_ID: musicBrainz.track = musicBrainz.track ?? value.text
        case ONCUE_TAG_MUSICBRAINZ_RELEASE_ID: musicBrainz.release = musicBrainz.release ?? value.text
        case ONCUE_TAG_MUSICBRAINZ_RELEASE_GROUP_ID: musicBrainz.releaseGroup = musicBrainz.releaseGroup ?? value.text
        case ONCUE_TAG_MUSICBRAINZ_ARTIST_ID: musicBrainz.artists.appendNew(value.text)
        case ONCUE_TAG_MUSICBRAINZ_ALBUM_ARTIST_ID: musicBrainz.albumArtists.appendNew(value.text)
        default: break
        }
    }

    private static func set(_ number: inout Int?, _ total: inout Int?, to value: TagText) {
        guard number == nil else { return }
        let position = value.position
        number = position.number
        total = position.total ?? total
    }
}

extension [String] {
    fileprivate mutating func appendNew(_ value: String) {
        if !contains(value) {
            append(value)
        }
    }
}
