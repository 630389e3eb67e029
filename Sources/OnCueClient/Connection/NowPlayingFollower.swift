// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Delivers every change of playback, across daemons and bus connections.
@MediaActor
final class NowPlayingFollower {
    private let link: BusLink
    private let onUpdate: @MediaActor (NowPlayingUpdate) -> Void
    /// Incremented with every signal, so that an answer that is older than a signal is not delivered after it.
    private var signalCount = 0

    /// - Parameter onUpdate: Is called in the turn in which a signal arrives.
    init(link: BusLink, onUpdate: @escaping @MediaActor (NowPlayingUpdate) -> Void) {
        (self.link, self.onUpdate) = (link, onUpdate)
    }

    /// Returns when the task is cancelled.
    func run() async {
        let follower = ServiceFollower(link: link, member: "NowPlayingChanged", of: ServiceNames.nowPlaying)
        follower.onSignal = { signal in
            guard let report = signal.content(of: NowPlayingMethods.changed)?.value else { return }
            self.signalCount += 1
            self.onUpdate(.report(report))
        }
        follower.onPresence = { await self.tell(over: $0) }
        follower.onLoss = { self.onUpdate(.serviceLost) }
        await follower.run()
    }

    private func tell(over bus: MessageBus) async {
        let before = signalCount
        let report = await link.callRunning(NowPlayingMethods.get, Nothing(), over: bus)
        if let report, before == signalCount { onUpdate(.report(report.value)) }
    }
}
