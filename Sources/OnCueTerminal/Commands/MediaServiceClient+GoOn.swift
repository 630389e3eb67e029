// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueClient
internal import OnCueInterface

extension MediaServiceClient {
    /// Takes an activity up again, or has an item of the index shown by its program.
    func goOn(with name: Activity.Name) async throws(ClientError) -> ContinuedActivity {
        if name.isItem { return try await continueItem(name.identifier, of: name.program) }
        return try await continueActivity(name)
    }
}
