// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Has a picture for every reference: at once, or when the test lets it go.
package final class FakeArtwork: ArtworkProviding {
    private struct State {
        var isHeld = false
        var waiting: [(ArtworkReference, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    /// What was asked for, in order.
    package let requests = EventLog<ArtworkReference>()

    package init() {}

    /// From now on pictures come only when they are released.
    package func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Lets all pictures go that are waited for; those to come at once.
    package func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isHeld = false
            return state.waiting
        }
        for (_, continuation) in waiting { continuation.resume() }
    }

    /// The file of a reference.
    package static func file(for reference: ArtworkReference) -> MediaLocation {
        let name =
            switch reference {
            case .medium(let location), .picture(let location): location.displayName
            }
        return MediaLocation(filePath: Array("/cache/\(name).png".utf8))
    }

    package func file(
        for reference: ArtworkReference?, size: ArtworkSize?, identifier: ContentIdentifier
    ) async -> MediaLocation? {
        MediaLocation(filePath: Array("/cache/\(identifier.key)-\(size?.rawValue ?? 0).png".utf8))
    }

    package func file(for reference: ArtworkReference) async -> MediaLocation? {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.waiting.append((reference, continuation)) }
                return state.isHeld
            }
            requests.append(reference)
            if !isHeld { continuation.resume() }
        }
        return Self.file(for: reference)
    }
}
