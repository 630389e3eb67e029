// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A program that takes plain sound over the network in real time, and makes it heard later.
///
/// It cannot be told to be silent: what it has been given is heard, a ``delay`` later.
package struct SoundReceiver: Sendable, Hashable {
    /// The layout of the sound: whole numbers, the low byte first, the channels one after the other.
    package struct Format: Sendable, Hashable {
        /// In frames a second, 8,000 to 192,000.
        package let rate: Int
        /// Of a sample: 16, 24 in the low bytes of 32, or 32.
        package let bits: Int
        /// 1 or 2.
        package let channels: Int

        /// `nil` for a layout in which no sound can be given.
        package init?(rate: Int, bits: Int, channels: Int) {
            guard (8_000...192_000).contains(rate), [16, 24, 32].contains(bits), (1...2).contains(channels) else {
                return nil
            }
            (self.rate, self.bits, self.channels) = (rate, bits, channels)
        }
    }

    /// Where it takes the sound, over TCP.
    package var address: ServiceAddress
    package var format: Format
    /// How much later than it was given the sound is heard; not negative.
    package var delay: Duration

    package init(address: ServiceAddress, format: Format, delay: Duration) {
        self.address = address
        self.format = format
        self.delay = max(.zero, delay)
    }
}
