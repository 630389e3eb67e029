// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import GLib
internal import OnCueRuntime

extension BusReply {
    /// Answers with the result of `body`, or with the named error for the error that it throws, whenever it ends.
    ///
    /// `body` begins before this returns, so that calls begin in the order in which they came.
    @MediaActor
    package func answer(_ body: @escaping @MediaActor () async throws -> [BusValue]) {
        Task.immediate { @MediaActor in
            do {
                succeed(try await body())
            } catch {
                fail(ControlError.make(error))
            }
        }
    }
}
