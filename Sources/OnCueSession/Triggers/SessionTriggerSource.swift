// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import OnCueSuggestions

/// Reports events of the whole machine: unlocking, sleep, wake-up, and start.
///
/// The owner of the watches starts and stops them.
@MediaActor
package final class SessionTriggerSource: TriggerSource {
    package let source = TriggerEvent.Source.session
    package var onReport: (@MediaActor (TriggerReport) -> Void)?
    package var onHealthChange: (@MediaActor () -> Void)?
    package private(set) var health = SourceHealth(.off) {
        didSet { if health != oldValue { onHealthChange?() } }
    }

    private let wasBooted: @MediaActor () async -> Bool
    private var boot: Task<Void, Never>?

    /// - Parameters:
    ///   - lock: `nil` without a desktop.
    ///   - wasBooted: Returns, once, whether the machine was just started; see ``MachineStart``.
    package init(
        lock: (any LockWatching)?, sleep: any SleepWatching, wasBooted: @escaping @MediaActor () async -> Bool
    ) {
        self.wasBooted = wasBooted
        lock?.unlocks.listen { [weak self] in self?.tell(.unlocked) }
        sleep.whenSleepComes { [weak self] in self?.tell(.willSleep) }
        sleep.wakes.listen { [weak self] in self?.tell(.woke) }
    }

    package func start() {
        guard health.state == .off else { return }
        health = SourceHealth(.working)
        boot = Task { @MediaActor [weak self, wasBooted] in
            if await wasBooted(), !Task.isCancelled { self?.tell(.booted) }
        }
    }

    package func stop() {
        boot?.cancel()
        health = SourceHealth(.off)
    }

    private func tell(_ report: TriggerReport) {
        if health.state != .off { onReport?(report) }
    }
}
