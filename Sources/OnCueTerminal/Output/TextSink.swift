// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that text is written to.
package protocol TextSink: Sendable {
    /// Writes all of the text at once.
    func write(_ text: String)
    /// Writes all of what is no text at once.
    func write(bytes: [UInt8])
    /// Ends the process quietly as soon as nobody can read any more, also while nothing is written.
    func endWhenUnread()
    /// What is known of it now; the width may change between calls.
    var screen: Screen { get }
}
