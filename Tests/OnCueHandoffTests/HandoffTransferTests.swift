// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueHandoff
import OnCueInterface
import Testing

@Suite("Moving from machine to machine")
struct HandoffTransferTests {
    @Test("The source falls silent when the target is ready, and where it stopped the target begins")
    func order() async throws {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: true)
        let kitchen = PaperMachine("kitchen", listener, isPlaying: false)

        let outcome = try await HandoffTransfer.move(from: desk, to: kitchen)

        #expect(await desk.steps == ["queue", "release"])
        #expect(await kitchen.steps == ["prepare", "begin"])
        #expect(listener.now == ["kitchen"] && listener.most == 1)
        #expect(await kitchen.began == HandoffStart(7, current: 0, at: .seconds(70), playing: true))
        #expect(outcome.source == "desk" && outcome.target == "kitchen" && outcome.isPlaying)
    }

    @Test("What rests is moved and rests on")
    func paused() async throws {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: false)
        let kitchen = PaperMachine("kitchen", listener, isPlaying: false)
        let outcome = try await HandoffTransfer.move(from: desk, to: kitchen)
        #expect(listener.now.isEmpty && !outcome.isPlaying && outcome.silence == .zero)
    }

    private static let steps = [("desk", "queue"), ("kitchen", "prepare"), ("desk", "release"), ("kitchen", "begin")]

    @Test(
        "Whatever fails at whichever step, never two play, and the one that should does",
        arguments: steps, PaperMachine.Fault.allCases)
    func faults(step: (machine: String, name: String), fault: PaperMachine.Fault) async {
        let listener = Listener()
        let at = { (machine: String) in machine == step.machine ? (step.name, fault) : nil }
        let desk = PaperMachine("desk", listener, isPlaying: true, fault: at("desk"))
        let kitchen = PaperMachine("kitchen", listener, isPlaying: false, fault: at("kitchen"))

        let error = await #expect(throws: ServiceError.self) {
            try await HandoffTransfer.move(from: desk, to: kitchen)
        }

        #expect(listener.most == 1)
        switch (step.name, fault) {
        case ("begin", .lostBefore):
            #expect(listener.now.isEmpty, "the kitchen may play, for all that is known")
            #expect(error?.message.contains("oncue resume") == true)
        case ("begin", .lostAfter), ("begin", .failsAfter): #expect(listener.now == ["kitchen"])
        case ("release", .lostAfter):
            // Silent, but there: nobody can tell it to play on.
            #expect(listener.now.isEmpty && error?.message.contains("desk may be paused") == true)
        case ("prepare", .lostAfter), ("prepare", .failsAfter): #expect(listener.now == ["desk"])
        default: #expect(listener.now == ["desk"])
        }
    }

    @Test("What the target played before plays again when nothing comes of it")
    func targetPlayed() async {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: false, fault: ("release", .refuses))
        let kitchen = PaperMachine("kitchen", listener, isPlaying: true)
        await #expect(throws: ServiceError.self) { try await HandoffTransfer.move(from: desk, to: kitchen) }
        #expect(listener.now == ["kitchen"])
    }

    @Test("A target that cannot begin, and plays again what it played before, leaves the source playing on")
    func formerQueue() async {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: true)
        let kitchen = FailingTarget(machine: PaperMachine("kitchen", listener, isPlaying: true, title: "Red"))
        let error = await #expect(throws: ServiceError.self) {
            try await HandoffTransfer.move(from: desk, to: kitchen)
        }
        #expect(listener.now == ["desk", "kitchen"], "as before")
        #expect(error?.message == "it cannot be played")
    }

    @Test("A target that was killed in the last step and plays on by itself is not played beside")
    func killedTarget() async {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: true)
        let kitchen = RisenTarget(PaperMachine("kitchen", listener, isPlaying: false))
        let error = await #expect(throws: ServiceError.self) {
            try await HandoffTransfer.move(from: desk, to: kitchen)
        }
        #expect(listener.now == ["kitchen"] && listener.most == 1)
        #expect(error?.message.contains("oncue resume") == true)
    }

    @Test("A source that was killed after it was released, and is not continued, is said to be paused")
    func killedAfterRelease() async {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: true)
        let kitchen = RefusingTarget(PaperMachine("kitchen", listener, isPlaying: false), crashing: desk)
        let error = await #expect(throws: ServiceError.self) {
            try await HandoffTransfer.move(from: desk, to: kitchen)
        }
        #expect(listener.now.isEmpty)
        #expect(error?.message.contains("desk may be paused, and oncue resume plays on there") == true)
    }

    @Test("A source that was killed on the way is continued from where it was heard")
    func killedSource() async throws {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: true)
        let kitchen = CrashingTarget(PaperMachine("kitchen", listener, isPlaying: false), crashing: desk)
        let outcome = try await HandoffTransfer.move(from: desk, to: kitchen)
        #expect(outcome.isPlaying && outcome.position == .seconds(70))
        #expect(listener.now == ["kitchen"])
    }

    @Test("A last step that arrives when it was given up begins nothing", arguments: [false, true])
    func lateBegin(targetPlayed: Bool) async {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: true)
        let kitchen = LateMachine(PaperMachine("kitchen", listener, isPlaying: targetPlayed, title: "Red"))
        await #expect(throws: ServiceError.self) { try await HandoffTransfer.move(from: desk, to: kitchen) }
        let playing = listener.now
        #expect(playing == (targetPlayed ? ["desk", "kitchen"] : ["desk"]), "as before")

        await kitchen.deliver()

        #expect(listener.now == playing)
        #expect(await kitchen.machine.began == nil)
    }

    @Test("A release that arrives when it was given up silences nothing")
    func lateRelease() async {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: false)
        let kitchen = LateMachine(PaperMachine("kitchen", listener, isPlaying: true))
        await #expect(throws: ServiceError.self) { try await HandoffTransfer.move(from: kitchen, to: desk) }
        #expect(listener.now == ["kitchen"])

        await kitchen.deliver()

        #expect(listener.now == ["kitchen"] && listener.most == 1)
    }

    @Test("A target that was killed in the last step and plays on what it played before leaves the source playing on")
    func risenWithItsOwn() async {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: true)
        let kitchen = RisenTarget(PaperMachine("kitchen", listener, isPlaying: true, title: "Red"))
        let error = await #expect(throws: ServiceError.self) {
            try await HandoffTransfer.move(from: desk, to: kitchen)
        }
        #expect(listener.now == ["desk", "kitchen"], "as before")
        #expect(error?.message.contains("oncue resume") == false)
    }
}

/// A machine to which the network brings the release and the last step only when somebody has given them up.
private actor LateMachine: HandoffService {
    typealias Failure = ServiceError

    let machine: PaperMachine
    private var late: [@Sendable () async -> Void] = []

    init(_ machine: PaperMachine) { self.machine = machine }

    /// What is on its way arrives; nobody waits for the answers.
    func deliver() async {
        for step in late { await step() }
        late = []
    }

    func handedQueue() async throws(ServiceError) -> HandedQueue { try await machine.handedQueue() }

    func prepareHandoff(_ queue: HandedQueue) async throws(ServiceError) -> PreparedHandoff {
        try await machine.prepareHandoff(queue)
    }

    func releaseForHandoff(_ number: UInt64) async throws(ServiceError) -> ReleasedHandoff {
        late.append { [machine] in _ = try? await machine.releaseForHandoff(number) }
        throw ServiceError(.unavailable, "the connection was lost")
    }

    func beginHandoff(_ start: HandoffStart) async throws(ServiceError) {
        late.append { [machine] in try? await machine.beginHandoff(start) }
        throw ServiceError(.unavailable, "the connection was lost")
    }

    func discardHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.discardHandoff(number) }
    func takeBackHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.takeBackHandoff(number) }
}

/// A machine during whose preparation another one is killed.
private struct CrashingTarget: HandoffService {
    let machine: PaperMachine
    let other: PaperMachine

    init(_ machine: PaperMachine, crashing other: PaperMachine) { (self.machine, self.other) = (machine, other) }

    func handedQueue() async throws(ServiceError) -> HandedQueue { try await machine.handedQueue() }

    func prepareHandoff(_ queue: HandedQueue) async throws(ServiceError) -> PreparedHandoff {
        await other.crash()
        return try await machine.prepareHandoff(queue)
    }

    func releaseForHandoff(_ number: UInt64) async throws(ServiceError) -> ReleasedHandoff {
        try await machine.releaseForHandoff(number)
    }

    func beginHandoff(_ start: HandoffStart) async throws(ServiceError) { try await machine.beginHandoff(start) }
    func discardHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.discardHandoff(number) }
    func takeBackHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.takeBackHandoff(number) }
}

/// A machine that does not begin, while another one is killed.
private struct RefusingTarget: HandoffService {
    let machine: PaperMachine
    let other: PaperMachine

    init(_ machine: PaperMachine, crashing other: PaperMachine) { (self.machine, self.other) = (machine, other) }

    func handedQueue() async throws(ServiceError) -> HandedQueue { try await machine.handedQueue() }

    func prepareHandoff(_ queue: HandedQueue) async throws(ServiceError) -> PreparedHandoff {
        try await machine.prepareHandoff(queue)
    }

    func releaseForHandoff(_ number: UInt64) async throws(ServiceError) -> ReleasedHandoff {
        try await machine.releaseForHandoff(number)
    }

    func beginHandoff(_ start: HandoffStart) async throws(ServiceError) {
        await other.crash()
        throw ServiceError(.overtaken, "something else was requested there meanwhile")
    }

    func discardHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.discardHandoff(number) }
    func takeBackHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.takeBackHandoff(number) }
}

/// A machine that fails as it begins, and has its own queue again.
private struct FailingTarget: HandoffService {
    let machine: PaperMachine

    func handedQueue() async throws(ServiceError) -> HandedQueue { try await machine.handedQueue() }

    func prepareHandoff(_ queue: HandedQueue) async throws(ServiceError) -> PreparedHandoff {
        try await machine.prepareHandoff(queue)
    }

    func releaseForHandoff(_ number: UInt64) async throws(ServiceError) -> ReleasedHandoff {
        try await machine.releaseForHandoff(number)
    }

    func beginHandoff(_ start: HandoffStart) async throws(ServiceError) {
        try await machine.discardHandoff(start.number)
        throw ServiceError(.failed, "it cannot be played")
    }

    func discardHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.discardHandoff(number) }
    func takeBackHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.takeBackHandoff(number) }
}

/// A machine that is killed as it begins, and whose new daemon plays the saved session on.
private struct RisenTarget: HandoffService {
    let machine: PaperMachine

    init(_ machine: PaperMachine) { self.machine = machine }

    func handedQueue() async throws(ServiceError) -> HandedQueue { try await machine.handedQueue() }

    func prepareHandoff(_ queue: HandedQueue) async throws(ServiceError) -> PreparedHandoff {
        try await machine.prepareHandoff(queue)
    }

    func releaseForHandoff(_ number: UInt64) async throws(ServiceError) -> ReleasedHandoff {
        try await machine.releaseForHandoff(number)
    }

    func beginHandoff(_ start: HandoffStart) async throws(ServiceError) {
        await machine.crash()
        await machine.playOn()
        throw ServiceError(.overtaken, "something else was requested there meanwhile")
    }

    func discardHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.discardHandoff(number) }
    func takeBackHandoff(_ number: UInt64) async throws(ServiceError) { try await machine.takeBackHandoff(number) }
}
