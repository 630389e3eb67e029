// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The technical format of a medium, and the gain that is applied to it.
package struct MediaFormat: Sendable, Hashable {
    /// A short name in lower case for the coding of the sound, such as `mp3`, `flac`, `opus`, `vorbis`, `aac`, `alac`
    /// or `pcm`. It names the codec and not the container: a WAV file is `pcm`, and an MP4 file `aac` or `alac`.
    package var codec: String
    /// The bit rate in bits per second, in steps of 1000: nominal if the medium states it, otherwise an average. `nil`
    /// if unknown.
    package var bitRate: Int?
    /// The sample rate of the medium in frames per second, which the output need not have. `nil` if unknown or if the
    /// medium has none.
    package var sampleRate: Int?
    /// The significant bits of a sample; `nil` if unknown, and for lossy codecs, which have none.
    package var bitDepth: Int?
    /// The number of channels in the medium, which the output need not have; `nil` if unknown or if the medium has
    /// none.
    package var channelCount: Int?
    /// The gain in decibels, in steps of 0.01, that loudness normalisation applies to this medium: the measured gain and
    /// the preamplifier, limited by the peak. `nil` if normalisation is off or nothing was measured.
    package var gain: Double?

    package init(
        codec: String, bitRate: Int? = nil, sampleRate: Int? = nil, bitDepth: Int? = nil, channelCount: Int? = nil,
        gain: Double? = nil
    ) {
        self.codec = codec
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        self.bitDepth = bitDepth
        self.channelCount = channelCount
        self.gain = gain
    }
}
