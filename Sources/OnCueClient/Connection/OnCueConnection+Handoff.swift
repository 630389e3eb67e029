// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: HandoffService {
    package func handedQueue() async throws(ServiceError) -> HandedQueue { try await read(HandoffMethods.queue) }

    package func prepareHandoff(_ queue: HandedQueue) async throws(ServiceError) -> PreparedHandoff {
        try await call(HandoffMethods.prepare, Only(queue), waitingFor: LongWait("the medium", limit: .seconds(20)))
            .value
    }

    package func releaseForHandoff(_ number: UInt64) async throws(ServiceError) -> ReleasedHandoff {
        try await call(HandoffMethods.release, Only(number)).value
    }

    package func beginHandoff(_ start: HandoffStart) async throws(ServiceError) {
        try await call(HandoffMethods.begin, Only(start))
    }

    package func discardHandoff(_ number: UInt64) async throws(ServiceError) {
        try await call(HandoffMethods.discard, Only(number))
    }

    package func takeBackHandoff(_ number: UInt64) async throws(ServiceError) {
        try await call(HandoffMethods.takeBack, Only(number))
    }
}
