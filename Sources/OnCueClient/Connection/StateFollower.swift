// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueInterface
internal import OnCueRuntime

/// Delivers a state of the service that is read by a method and announced by an event: the state of every daemon that
/// appears, and each change, across bus connections.
@MediaActor
final class StateFollower<State: WireField & Blank> {
    private let link: BusLink
    private let get: Method<Nothing, Only<State>>
    private let changed: Event<Only<State>>
    private let onState: @MediaActor (State?) -> Void
    /// Incremented with every signal, so that an answer older than a signal is not delivered after it.
    private var signalCount = 0

    /// - Parameter onState: Called in the turn in which a signal arrives; with `nil` when the daemon has gone.
    init(
        _ link: BusLink, _ get: Method<Nothing, Only<State>>, _ changed: Event<Only<State>>,
        onState: @escaping @MediaActor (State?) -> Void
    ) {
        (self.link, self.get, self.changed, self.onState) = (link, get, changed, onState)
    }

    /// Returns when the task is cancelled.
    func run() async {
        let follower = ServiceFollower(link: link, member: changed.name, of: changed.interface)
        follower.onSignal = { signal in
            guard let state = signal.content(of: self.changed)?.value else { return }
            self.signalCount += 1
            self.onState(state)
        }
        follower.onPresence = { await self.tell(over: $0) }
        follower.onLoss = { self.onState(nil) }
        await follower.run()
    }

    private func tell(over bus: MessageBus) async {
        let before = signalCount
        let state = await link.callRunning(get, Nothing(), over: bus)
        if let state, before == signalCount { onState(state.value) }
    }
}
