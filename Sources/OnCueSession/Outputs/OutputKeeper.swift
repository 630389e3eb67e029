// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Runs the ``OutputPolicy``: supplies it with outputs and playback, and carries out its decisions.
@MediaActor
package final class OutputKeeper {
    /// Waits for a time, and throws if it is cancelled.
    package typealias Pause = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// Sent when the outputs, the selection or the output in use have changed.
    package let changes = Broadcast<Void>()
    /// Sent when sound goes, or would go, to another output.
    package let moves = Broadcast<Void>()
    /// Returns whether playback that has lost its output resumes on one that is back.
    package var goesOn: (@MediaActor (AudioOutputDescription?) -> Bool)?

    private let controller: PlaybackController
    private let watch: any OutputWatching
    private let store: any OutputSelectionStoring
    private let pause: Pause
    private let now: @MediaActor () -> ContinuousClock.Instant
    private let log = Logger("outputs")
    private var policy: OutputPolicy
    /// The saved selection. It is restored when a page in a browser, which is selected only while it is present, has
    /// gone.
    private var lasting: OutputSelection
    /// The number of the last selection.
    private var lastSelect = 0
    private var alarm: Task<Void, Never>?
    private var isClosed = false

    /// - Parameters:
    ///   - selection: The selection loaded from `store`.
    ///   - pause: Waits for the next decision; replaced in tests, as `now` is.
    package init(
        controller: PlaybackController, watch: any OutputWatching, store: any OutputSelectionStoring,
        selection: OutputSelection, rules: OutputPolicy.Rules = OutputPolicy.Rules(),
        pause: @escaping Pause = { try await MediaActor.sleep(for: $0) },
        now: @escaping @MediaActor () -> ContinuousClock.Instant = { .now }
    ) {
        (self.pause, self.now) = (pause, now)
        self.controller = controller
        self.watch = watch
        self.store = store
        policy = OutputPolicy(selection, rules: rules)
        lasting = selection
    }

    /// The time to wait for a lost output; a change also applies to one that is already lost.
    package var returnWindow: Duration {
        get { policy.rules.returnWindow }
        set {
            policy.rules.returnWindow = newValue
            look()
        }
    }

    /// Starts to watch the outputs.
    package func start() {
        watch.onChange = { [weak self] in self?.update($0) }
        watch.choose(policy.selection.outputs)
        watch.combine(policy.selection.outputs)
        watch.start()
    }

    package func close() {
        isClosed = true
        alarm?.cancel()
        watch.onChange = nil
        if policy.selection.outputs.count < 2 { watch.stop() }
    }

    /// Does the rest of the cleanup after ``close()``, when nothing plays any longer: outputs that play together are
    /// separated again.
    package func leave() async {
        await watch.leave()
        watch.stop()
    }

    package var outputs: AudioOutputs { policy.outputs }

    package var selection: OutputSelection { policy.selection }

    /// The output in use, or the one that would be used.
    package var current: AudioOutputDescription? { policy.current }

    /// Searches for the sound server if there is none.
    package func refresh() async {
        await watch.refresh()
    }

    /// Switches to another output, from now on and after a restart; playback continues there.
    ///
    /// A page in a browser stays selected until it has gone.
    ///
    /// - Parameter isKept: False for a selection that does not outlast the service.
    /// - Returns: `false`, without a change, if the sound server does not play on several outputs; `true` also if
    ///   another selection was made meanwhile, which then applies.
    @discardableResult
    package func select(_ selection: OutputSelection, isKept: Bool = true) async -> Bool {
        lastSelect += 1
        let number = lastSelect
        if selection.outputs.count > 1 {
            watch.combine(selection.outputs)
            let isCombined = await watch.isCombined()
            // Another output was selected meanwhile, and that selection applies.
            guard number == lastSelect else { return true }
            guard isCombined else {
                watch.combine(policy.selection.outputs)
                return false
            }
        }
        log.info("selected", ["output": selection.title ?? "default"])
        watch.choose(selection.outputs)
        let actions = policy.select(selection, now: now())
        // The volume is that of the device before its first sound.
        controller.noteDevice(policy.target)
        carryOut(actions)
        changes.send(())
        moves.send(())
        if selection.outputs.count < 2 { watch.combine([]) }
        if BrowserOutputs.isBrowser(selection.identifier) { return true }
        // The output of an alarm is not a selection to restore.
        guard isKept else { return true }
        lasting = selection
        if await !store.save(selection) { log.warning("cannot save the chosen output") }
        return true
    }

    /// Changes a room; the server of the room saves that.
    package func change(room identifier: String, _ change: RoomChange) async throws(RoomError) {
        try await watch.change(room: identifier, change)
    }

    /// Makes rooms a group of their own.
    package func group(rooms identifiers: [String]) async throws(RoomError) {
        try await watch.group(rooms: identifiers)
    }

    /// Handles the machine going to sleep.
    package func sleep() {
        policy.sleep()
        look()
    }

    /// Handles a wake-up of the machine, and waits for outputs that were lost meanwhile.
    package func wake() {
        policy.wake(now: now())
        look()
    }

    /// Processes the present state of playback.
    package func update(_ snapshot: PlaybackSnapshot) {
        note(snapshot)
        look()
    }

    private func update(_ outputs: AudioOutputs) {
        let before = (policy.outputs, policy.current)
        carryOut(policy.update(outputs, now: now()))
        controller.noteDevice(policy.current)
        if before.1 != policy.current { moves.send(()) }
        if before != (policy.outputs, policy.current) { changes.send(()) }
    }

    private func note(_ snapshot: PlaybackSnapshot) {
        policy.update(
            isWanted: snapshot.status == .playing || snapshot.interruption != nil || isPausedFromAfar(snapshot),
            isWaiting: controller.isWaiting(for: .outputLost), now: now())
    }

    /// Returns whether a remote command has paused playback, which may be because the output is about to be lost;
    /// playback itself decides whether it was.
    private func isPausedFromAfar(_ snapshot: PlaybackSnapshot) -> Bool {
        snapshot.status == .paused && snapshot.cause == .remote
    }

    private func carryOut(_ actions: [OutputPolicy.Action]) {
        for action in actions { carryOut(action) }
        if !actions.isEmpty { note(controller.snapshot) }
        look()
    }

    private func carryOut(_ action: OutputPolicy.Action) {
        switch action {
        case .play(let output):
            log.info("sound goes to", ["output": output?.title ?? "default"])
            controller.setOutput(output?.choice ?? .automatic)
            watch.move(to: output?.address)
        case .lose(let title):
            log.info("output lost", ["output": title])
            controller.interrupt(
                by: .outputLost,
                error: PlaybackError(
                    .audioOutputLost,
                    "\"\(title)\" was disconnected; playback resumes when it is back, or with \"oncue resume\""))
        case .goOn:
            let isWanted = goesOn?(policy.current) ?? true
            log.info("output is back", ["goes on": "\(isWanted)"])
            controller.endInterruption(.outputLost, goesOn: isWanted)
        case .giveUp: controller.endInterruption(.outputLost, goesOn: false)
        }
    }

    /// Returns to the selection before a page that has gone and is not waited for.
    private func leaveBrowser() {
        guard let page = policy.selection.identifier, BrowserOutputs.isBrowser(page),
            policy.outputs.output(page) == nil,
            !controller.isWaiting(for: .outputLost)
        else { return }
        Task { @MediaActor in
            if policy.selection.identifier == page { await select(lasting, isKept: false) }
        }
    }

    /// Schedules the next decision of the policy; nothing wakes up otherwise.
    private func look() {
        leaveBrowser()
        alarm?.cancel()
        alarm = nil
        guard !isClosed, let delay = policy.nextLook(after: now()) else { return }
        alarm = Task { @MediaActor [weak self, pause] in
            guard (try? await pause(delay)) != nil, let self else { return }
            carryOut(policy.look(now: now()))
        }
    }
}
