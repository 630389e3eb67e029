// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A program that receives plain sound over the network in real time, and outputs it later.
///
/// It cannot be silenced: sound that it has received is heard, a ``delay`` later.
package struct SoundReceiver: Sendable, Hashable {
    /// The layout of the sound: integers, low byte first, channels interleaved.
    package struct Format: Sendable, Hashable {
        /// The frames per second, 8,000 to 192,000.
        package let rate: Int
        /// The bits of a sample: 16, 24 in the low bytes of 32, or 32.
        package let bits: Int
        /// The number of channels, 1 or 2.
        package let channels: Int

        /// Creates a layout; `nil` if sound cannot be sent in it.
        package init?(rate: Int, bits: Int, channels: Int) {
            guard (8_000...192_000).contains(rate), [16, 24, 32].contains(bits), (1...2).contains(channels) else {
                return nil
            }
            (self.rate, self.bits, self.channels) = (rate, bits, channels)
        }
    }

    /// The address where it receives the sound, over TCP.
    package var address: ServiceAddress
    package var format: Format
    /// The time from when sound is sent until it is heard; not negative.
    package var delay: Duration

    package init(address: ServiceAddress, format: Format, delay: Duration) {
        self.address = address
        self.format = format
        self.delay = max(.zero, delay)
    }
}
