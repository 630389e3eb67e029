// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Opens media whose bytes are needed elsewhere than in an engine of this process.
@MediaActor
package protocol MediaReading: AnyObject, Sendable {
    /// - Throws: The errors of an engine; `notPlayable` also for data that is not a medium.
    func open(_ location: MediaLocation) async throws(PlaybackError) -> any ReadableMedium
}

/// An open medium; it is closed when it is released.
@MediaActor
package protocol ReadableMedium: AnyObject, Sendable {
    /// Called with each title of a station, when its bytes are read.
    var onTitle: (@MediaActor (String) -> Void)? { get set }

    /// Reads at most this many bytes.
    ///
    /// A medium without an end is read from its beginning on, and restarts at offset 0.
    func piece(at offset: UInt64, length: Int) async throws(PlaybackError) -> MediaPiece
}
