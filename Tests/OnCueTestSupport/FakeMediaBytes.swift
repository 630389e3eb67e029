// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// Media of a hundred bytes each, numbered from 0; those that are called `gone` are not there.
@MediaActor
package final class FakeMediaBytes: MediaReading {
    package private(set) var opened: [MediaLocation] = []
    /// How many of them are open still.
    package private(set) var openCount = 0

    package nonisolated init() {}

    package func open(_ location: MediaLocation) async throws(PlaybackError) -> any ReadableMedium {
        opened.append(location)
        guard !location.uri.contains("gone") else { throw PlaybackError(.notFound, "\(location) is gone") }
        openCount += 1
        return Medium(of: self)
    }

    @MediaActor
    private final class Medium: ReadableMedium {
        var onTitle: (@MediaActor (String) -> Void)?
        private let owner: FakeMediaBytes

        init(of owner: FakeMediaBytes) { self.owner = owner }

        isolated deinit { owner.openCount -= 1 }

        func piece(at offset: UInt64, length: Int) async throws(PlaybackError) -> MediaPiece {
            let bytes = Array(0..<UInt8(100)).dropFirst(Int(clamping: offset)).prefix(length)
            return MediaPiece(Array(bytes), of: 100, type: "audio/flac")
        }
    }
}
