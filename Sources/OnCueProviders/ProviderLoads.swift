// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The pages of containers that were requested without waiting, and the errors of failed ones; bounded.
struct ProviderLoads {
    private var wanted: [String: Set<Range<Int>>] = [:]
    private var failures: [String: ContentError] = [:]

    /// Notes rows that should be loaded.
    mutating func want(_ rows: Range<Int>, of container: String) {
        guard wanted[container] != nil || wanted.count < ProviderLimits.wantedContainers,
            wanted[container, default: []].count < ProviderLimits.wantedPages
        else { return }
        wanted[container, default: []].insert(rows)
    }

    /// Returns and clears the rows that should be loaded.
    mutating func take(of container: String) -> [Range<Int>] {
        (wanted.removeValue(forKey: container) ?? []).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Notes the error of rows that could not be loaded.
    mutating func fail(_ error: ContentError, of container: String) {
        guard failures[container] != nil || failures.count < ProviderLimits.wantedContainers else { return }
        failures[container] = error
    }

    /// Returns and clears the error of the last rows, so that the next request tries again.
    mutating func takeFailure(of container: String) -> ContentError? { failures.removeValue(forKey: container) }

    /// Clears the errors of a container that has changed, or of all containers if `nil`.
    mutating func forgetFailures(of container: String?) {
        if let container { failures[container] = nil } else { failures = [:] }
    }
}
