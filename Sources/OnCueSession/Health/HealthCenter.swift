// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Checks everything that the service needs, concurrently, with a time limit for each check.
@MediaActor
package final class HealthCenter {
    /// The time limit of each check.
    package static let limit = Duration.seconds(5)

    private var probes: [any HealthProbing]
    private let limit: Duration
    /// The checks that have not returned yet: a disk that hangs is not checked again meanwhile.
    private var busy: Set<String> = []
    private var look: Task<[HealthCheck], Never>?

    package init(_ probes: [any HealthProbing], limit: Duration = HealthCenter.limit) {
        self.probes = probes
        self.limit = limit
    }

    /// Adds a part, behind the others.
    package func add(_ probe: any HealthProbing) { probes.append(probe) }

    /// Returns all results, in the order of the parts. Concurrent calls share the same checks.
    package func checks() async -> [HealthCheck] {
        if let look { return await look.value }
        let look = Task { @MediaActor in await self.lookAround() }
        self.look = look
        defer { self.look = nil }
        return await look.value
    }

    private func lookAround() async -> [HealthCheck] {
        let looks = probes.map { probe in Task { @MediaActor in await self.checks(of: probe) } }
        var checks: [HealthCheck] = []
        for look in looks { checks += await look.value }
        return checks
    }

    private func checks(of probe: any HealthProbing) async -> [HealthCheck] {
        let name = probe.name
        let unanswered = [HealthCheck.unanswered(name, within: limit)]
        guard busy.insert(name).inserted else { return unanswered }
        let answer = await MediaActor.value(within: limit) {
            let checks = await probe.checks()
            self.busy.remove(name)
            return checks
        }
        return answer ?? unanswered
    }
}
