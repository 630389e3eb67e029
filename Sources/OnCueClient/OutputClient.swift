// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a program can ask of the service about outputs.
package protocol OutputClient: Sendable {
    func outputs() async throws(ClientError) -> OutputListing
    /// Sends the sound to the output with this identifier; without one wherever the sound server's default is.
    func setOutput(_ identifier: String?) async throws(ClientError)
}
