// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A destination of text.
package protocol TextSink: Sendable {
    /// Writes all of the text at once.
    func write(_ text: String)
    /// Writes binary data at once.
    func write(bytes: [UInt8])
    /// Ends the process quietly as soon as the output has no reader, even while nothing is written.
    func endWhenUnread()
    /// The present properties; the width may change between calls.
    var screen: Screen { get }
}
