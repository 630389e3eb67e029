// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCuePhrases

/// The technical format of a medium in words.
enum FormatText {
    /// `FLAC, 44.1 kHz, 16 bit, stereo, 456 kbit/s, gain +2.6 dB`
    static func sentence(_ format: MediaFormat) -> String {
        var parts = [format.codec.uppercased()]
        if let rate = format.sampleRate { parts.append(SpanText.decimal(Double(rate) / 1000) + " kHz") }
        if let depth = format.bitDepth { parts.append("\(depth) bit") }
        if let count = format.channelCount { parts.append(channels(count)) }
        if let rate = format.bitRate { parts.append("\(rate / 1000) kbit/s") }
        if let gain = format.gain { parts.append("gain " + (gain > 0 ? "+" : "") + SpanText.decimal(gain) + " dB") }
        return parts.joined(separator: ", ")
    }

    private static func channels(_ count: Int) -> String {
        switch count {
        case 1: "mono"
        case 2: "stereo"
        default: "\(count) channels"
        }
    }
}
