// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: CompletionService {
    package func completions(
        _ kind: String, of typed: String, limit: Int
    ) async throws(ServiceError) -> [CompletionWord] {
        try await call(CompletionMethods.complete, CompletionQuestion(kind, typed, limit: limit)).value
    }
}
