// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Knows the tracks of the locations that it was told; everything else does not exist.
package final class FakeMediaResolver: MediaResolving {
    /// Every location that was asked for, in order.
    package let questions = EventLog<MediaLocation>()
    private let tracks: Mutex<[MediaLocation: [Track]]>
    /// Those that wait for their answer; `nil` while nobody has to.
    private let held = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

    package init(_ tracks: [MediaLocation: [Track]] = [:]) {
        self.tracks = Mutex(tracks)
    }

    package func set(_ tracks: [Track], at location: MediaLocation) {
        self.tracks.withLock { $0[location] = tracks }
    }

    /// Keeps all answers back, until ``release()``.
    package func hold() { held.withLock { $0 = [] } }

    package func release() {
        let waiting = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for answer in waiting { answer.resume() }
    }

    private func wait() async {
        await withCheckedContinuation { answer in
            let isHeld = held.withLock { held in
                held?.append(answer)
                return held != nil
            }
            if !isHeld { answer.resume() }
        }
    }

    package func tracks(at location: MediaLocation) async throws(ContentError) -> [Track] {
        questions.append(location)
        await wait()
        guard let found = tracks.withLock({ $0[location] }) else {
            throw ContentError(.notFound, "no such file: \(location)")
        }
        guard !found.isEmpty else { throw ContentError(.notPlayable, "\(location) has no media") }
        return found
    }
}
