// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import Synchronization

/// The sounds that were recently chosen from web pages, to describe the sound that plays.
package final class TakenSounds: Sendable {
    private static let limit = 50

    /// The newest last.
    private let sounds = Mutex<[(page: MediaLocation, sound: WebPage.Sound)]>([])

    package init() {}

    package func note(_ sound: WebPage.Sound, from page: MediaLocation) {
        sounds.withLock { sounds in
            sounds.removeAll { $0.page == page }
            if sounds.count >= Self.limit { sounds.removeFirst() }
            sounds.append((page, sound))
        }
    }

    /// Forgets an address that is no longer a page.
    package func forget(_ page: MediaLocation) {
        sounds.withLock { sounds in sounds.removeAll { $0.page == page } }
    }

    /// The sound that was chosen from a page; `nil` for any other location.
    package subscript(page: MediaLocation) -> WebPage.Sound? {
        sounds.withLock { $0.first { $0.page == page }?.sound }
    }
}
