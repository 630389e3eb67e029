// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// What of containers was asked for without waiting, and why it could not be had; bounded.
struct ProviderLoads {
    private var wanted: [String: Set<Range<Int>>] = [:]
    private var failures: [String: ContentError] = [:]

    /// Notes rows that are to be loaded.
    mutating func want(_ rows: Range<Int>, of container: String) {
        guard wanted[container] != nil || wanted.count < ProviderLimits.wantedContainers,
            wanted[container, default: []].count < ProviderLimits.wantedPages
        else { return }
        wanted[container, default: []].insert(rows)
    }

    /// The rows to be loaded, which are none after that.
    mutating func take(of container: String) -> [Range<Int>] {
        (wanted.removeValue(forKey: container) ?? []).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Notes why rows could not be had.
    mutating func fail(_ error: ContentError, of container: String) {
        guard failures[container] != nil || failures.count < ProviderLimits.wantedContainers else { return }
        failures[container] = error
    }

    /// Why the last rows could not be had; said once, so that whoever asks again has it tried again.
    mutating func takeFailure(of container: String) -> ContentError? { failures.removeValue(forKey: container) }

    /// A container is another now; all of them for `nil`.
    mutating func forgetFailures(of container: String?) {
        if let container { failures[container] = nil } else { failures = [:] }
    }
}
