// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueClient
internal import OnCueInterface

extension MediaServiceClient {
    /// Continues an activity, or lets the program of an item in the index show that item.
    func goOn(with name: Activity.Name) async throws(ClientError) -> ContinuedActivity {
        if name.isItem { return try await continueItem(name.identifier, of: name.program) }
        return try await continueActivity(name)
    }
}
