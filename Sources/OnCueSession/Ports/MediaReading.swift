// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Opens media whose bytes are wanted elsewhere than in an engine of this process.
@MediaActor
package protocol MediaReading: AnyObject, Sendable {
    /// - Throws: What an engine would report; `notPlayable` also for what is no medium.
    func open(_ location: MediaLocation) async throws(PlaybackError) -> any ReadableMedium
}

/// A medium that was opened; it is closed when it is released.
@MediaActor
package protocol ReadableMedium: AnyObject, Sendable {
    /// Called with each title of a station, when its bytes are read.
    var onTitle: (@MediaActor (String) -> Void)? { get set }

    /// Reads at most so many bytes.
    ///
    /// One without an end is read from its beginning on, and begins anew at offset 0.
    func piece(at offset: UInt64, length: Int) async throws(PlaybackError) -> MediaPiece
}
