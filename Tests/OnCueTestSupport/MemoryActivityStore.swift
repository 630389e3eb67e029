// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Keeps activities in memory.
package final class MemoryActivityStore: ActivityStoring {
    private let content: Mutex<[Activity]>
    private let isFull = Mutex(false)

    package init(_ activities: [Activity] = []) { content = Mutex(activities) }

    package var activities: [Activity] { content.withLock { $0 } }

    /// Everything fails from now on, or nothing any more.
    package func setFull(_ isFull: Bool) { self.isFull.withLock { $0 = isFull } }

    package func load() async -> [Activity] { activities }

    package func apply(_ effects: [ActivityRegister.Effect]) async throws(ContentError) {
        guard !isFull.withLock({ $0 }) else { throw ContentError(.storage, "the disk is full") }
        content.withLock { content in
            for effect in effects {
                switch effect {
                case .keep(let activity):
                    content.removeAll { $0.name == activity.name }
                    content.append(activity)
                case .forget(let name): content.removeAll { $0.name == name }
                }
            }
        }
    }
}
