// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

/// Outputs that come and go, with the time in the test's hand.
@Suite("Outputs")
struct OutputPolicyTests {
    private struct Rig {
        var policy: OutputPolicy
        var now = ContinuousClock().now
        /// What was decided since it was asked last.
        var actions: [OutputPolicy.Action] = []

        init(_ selection: OutputSelection = .followDefault, _ outputs: AudioOutputs = OutputPolicyTests.both) {
            policy = OutputPolicy(selection)
            update(outputs)
            policy.update(isWanted: true, isWaiting: false, now: now)
        }

        mutating func update(_ outputs: AudioOutputs) {
            answer(policy.update(outputs, now: now))
        }

        /// Lets time pass and looks whenever the policy wants to.
        mutating func pass(_ duration: Duration) {
            let end = now + duration
            while let delay = policy.nextLook(after: now), now + delay <= end {
                now += delay
                answer(policy.look(now: now))
            }
            now = end
        }

        /// What playback makes of it.
        private mutating func answer(_ new: [OutputPolicy.Action]) {
            actions += new
            for action in new {
                switch action {
                case .lose: policy.update(isWanted: true, isWaiting: true, now: now)
                case .goOn: policy.update(isWanted: true, isWaiting: false, now: now)
                case .giveUp: policy.update(isWanted: false, isWaiting: false, now: now)
                case .play: break
                }
            }
        }

        mutating func take() -> [OutputPolicy.Action] {
            defer { actions = [] }
            return actions
        }
    }

    private static func output(_ name: String, isDefault: Bool = false) -> AudioOutputDescription {
        AudioOutputDescription(
            identifier: name, title: name.uppercased(), kind: .other, address: name, isDefault: isDefault)
    }

    private static func outputs(_ names: String..., default standard: String) -> AudioOutputs {
        AudioOutputs(isServerThere: true, outputs: names.map { output($0, isDefault: $0 == standard) })
    }

    private static let both = outputs("speakers", "pods", default: "pods")
    private static let speakers = outputs("speakers", default: "speakers")

    /// A card with loudspeakers and a socket.
    private static func card(_ connector: String, isPlugged: Bool) -> AudioOutputs {
        var card = output("card", isDefault: true)
        card.title = connector
        card.connector = connector
        card.emptyConnectors = isPlugged ? [] : ["headphones"]
        return AudioOutputs(isServerThere: true, outputs: [card])
    }

    @Test("An output that goes away while something plays ends the sound at once, and nothing goes on elsewhere")
    func lost() {
        var rig = Rig()

        rig.update(Self.speakers)
        #expect(rig.take() == [.lose(title: "PODS")])
        rig.pass(.seconds(290))

        #expect(rig.take().isEmpty)
    }

    @Test(
        "What goes before something plays is not lost when another output comes a moment later",
        arguments: [false, true])
    func goneBefore(isDefaultFirst: Bool) {
        var rig = Rig()
        rig.policy.update(isWanted: false, isWaiting: false, now: rig.now)
        if isDefaultFirst { rig.update(Self.outputs("speakers", "pods", default: "speakers")) }
        rig.update(Self.speakers)

        rig.policy.update(isWanted: true, isWaiting: false, now: rig.now)
        rig.update(Self.outputs("speakers", "car", default: "car"))

        #expect(rig.take().isEmpty)
    }

    @Test("What goes before something plays is not lost when the server names another default only later")
    func goneBeforeAnotherDefault() {
        var rig = Rig(.followDefault, Self.both)
        rig.policy.update(isWanted: false, isWaiting: false, now: rig.now)
        rig.update(Self.outputs("speakers", default: "pods"))

        rig.policy.update(isWanted: true, isWaiting: false, now: rig.now)
        rig.update(Self.speakers)

        #expect(rig.take().isEmpty)
        rig.update(Self.outputs("car", default: "car"))
        #expect(rig.take() == [.lose(title: "SPEAKERS")])
    }

    @Test("What stands in while there is no output is not lost when a real one takes its place")
    func standIn() {
        let standIn = AudioOutputDescription(
            identifier: "auto_null", title: "Dummy Output", kind: .virtual, address: "auto_null", isDefault: true,
            isStandIn: true)
        var rig = Rig(.followDefault, AudioOutputs(isServerThere: true, outputs: [standIn]))

        rig.update(Self.speakers)
        rig.pass(.seconds(1))
        #expect(rig.take().isEmpty)
        rig.update(AudioOutputs(isServerThere: true, outputs: [standIn]))

        #expect(rig.take() == [.lose(title: "SPEAKERS")])
    }

    @Test("The same output back within five minutes goes on when it has been quiet for a moment")
    func back() {
        var rig = Rig()
        rig.update(Self.speakers)
        rig.pass(.seconds(280))
        _ = rig.take()

        rig.update(Self.both)
        rig.pass(.milliseconds(400))
        #expect(rig.take().isEmpty)
        rig.pass(.milliseconds(200))

        #expect(rig.take() == [.goOn])
    }

    @Test("Later it stays paused, whatever comes back")
    func late() {
        var rig = Rig()
        rig.update(Self.speakers)
        rig.pass(.seconds(301))
        #expect(rig.take() == [.lose(title: "PODS"), .giveUp])

        rig.update(Self.both)
        rig.pass(.seconds(10))

        #expect(rig.take().isEmpty)
        #expect(rig.policy.nextLook(after: rig.now) == nil)
    }

    @Test("How long a lost output is waited for can change while it is waited for")
    func anotherWindow() {
        var rig = Rig()
        rig.update(Self.speakers)
        rig.pass(.seconds(60))
        #expect(rig.take() == [.lose(title: "PODS")])

        rig.policy.rules.returnWindow = .seconds(90)
        rig.pass(.seconds(29))
        #expect(rig.take().isEmpty)
        rig.pass(.seconds(2))

        #expect(rig.take() == [.giveUp])
    }

    @Test("An output that comes back but is not the default is waited for")
    func backElsewhere() {
        var rig = Rig()
        rig.update(Self.speakers)
        _ = rig.take()

        rig.update(Self.outputs("speakers", "pods", default: "speakers"))
        rig.pass(.seconds(5))
        #expect(rig.take().isEmpty)
        rig.update(Self.both)
        rig.pass(.seconds(1))

        #expect(rig.take() == [.goOn])
    }

    @Test("Headphones that are pulled out of a card that stays are lost, and back when they are plugged in")
    func pulled() {
        var rig = Rig(.followDefault, Self.card("headphones", isPlugged: true))

        rig.update(Self.card("speaker", isPlugged: false))
        #expect(rig.take() == [.lose(title: "headphones")])
        rig.pass(.seconds(5))
        #expect(rig.take().isEmpty)
        rig.update(Self.card("headphones", isPlugged: true))
        rig.pass(.seconds(1))

        #expect(rig.take() == [.goOn])
    }

    @Test("Headphones that are plugged in while loudspeakers play are followed")
    func plugged() {
        var rig = Rig(.followDefault, Self.card("speaker", isPlugged: false))

        rig.update(Self.card("headphones", isPlugged: true))
        rig.pass(.seconds(5))
        #expect(rig.take().isEmpty)
        rig.update(Self.card("speaker", isPlugged: false))

        #expect(rig.take() == [.lose(title: "headphones")])
    }

    @Test("Another default, while the old one is still there, is followed without a pause")
    func followed() {
        var rig = Rig()

        rig.update(Self.outputs("speakers", "pods", default: "speakers"))
        rig.pass(.seconds(10))
        rig.update(Self.speakers)

        #expect(rig.take().isEmpty)
        #expect(rig.policy.current?.identifier == "speakers")
    }

    @Test("A default that moves away just before its output goes is no wish of a person")
    func farewell() {
        var rig = Rig()

        rig.update(Self.outputs("speakers", "pods", default: "speakers"))
        rig.pass(.milliseconds(50))
        rig.update(Self.speakers)

        #expect(rig.take() == [.lose(title: "PODS")])
    }

    @Test("A sound server that goes away takes all outputs with it, and brings them back")
    func serverRestart() {
        var rig = Rig()

        rig.update(AudioOutputs())
        #expect(rig.take() == [.lose(title: "PODS")])
        rig.pass(.seconds(30))
        rig.update(Self.speakers)
        rig.pass(.milliseconds(100))
        rig.update(Self.both)
        rig.pass(.seconds(1))

        #expect(rig.take() == [.goOn])
    }

    @Test("What the engine finds out first is the same")
    func engineFirst() {
        var rig = Rig()
        rig.policy.update(isWanted: true, isWaiting: true, now: rig.now)

        rig.update(AudioOutputs())
        #expect(rig.take().isEmpty)
        rig.update(Self.both)
        rig.pass(.seconds(1))

        #expect(rig.take() == [.goOn])
    }

    @Test("While nothing plays, outputs come and go as they like")
    func idle() {
        var rig = Rig()
        rig.policy.update(isWanted: false, isWaiting: false, now: rig.now)

        rig.update(Self.speakers)
        rig.update(AudioOutputs())
        rig.update(Self.both)
        rig.pass(.seconds(10))

        #expect(rig.take().isEmpty)
    }

    @Test("A person who goes on elsewhere is left alone when the lost output comes back")
    func personGoesOn() {
        var rig = Rig()
        rig.update(Self.speakers)
        _ = rig.take()
        rig.policy.update(isWanted: true, isWaiting: false, now: rig.now)

        rig.update(Self.outputs("speakers", "pods", default: "speakers"))
        rig.pass(.seconds(10))

        #expect(rig.take().isEmpty)
        rig.update(Self.outputs("pods", default: "pods"))
        #expect(rig.take() == [.lose(title: "SPEAKERS")])
    }

    @Test("An output that comes and goes all the time is waited for three times a minute, then no more")
    func flapping() {
        var rig = Rig()
        for _ in 0..<3 {
            rig.update(Self.speakers)
            rig.update(Self.both)
            rig.pass(.seconds(1))
            #expect(rig.take() == [.lose(title: "PODS"), .goOn])
        }

        rig.update(Self.speakers)
        rig.update(Self.both)
        rig.pass(.seconds(1))

        #expect(rig.take() == [.lose(title: "PODS"), .giveUp])
    }

    @Test("A burst of changes is waited out before anything goes on")
    func burst() {
        var rig = Rig()
        rig.update(Self.speakers)
        _ = rig.take()
        for _ in 0..<10 {
            rig.update(Self.both)
            rig.pass(.milliseconds(100))
            rig.update(Self.speakers)
            rig.pass(.milliseconds(100))
        }
        #expect(rig.take().isEmpty)
        rig.update(Self.both)
        rig.pass(.seconds(1))

        #expect(rig.take() == [.goOn])
    }

    // MARK: A chosen output

    private static let pods = OutputSelection.device(identifier: "pods", title: "Pods")
    private static let beside = outputs("speakers", "pods", default: "speakers")

    @Test("A chosen output is told to the engine at once, and a changed default means nothing to it")
    func chosen() {
        var rig = Rig(Self.pods, Self.beside)
        #expect(rig.take() == [.play(on: Self.output("pods"))])

        rig.update(Self.both)
        rig.update(Self.beside)
        rig.pass(.seconds(5))

        #expect(rig.take().allSatisfy { $0 == .play(on: Self.output("pods")) })
        #expect(rig.policy.current?.identifier == "pods")
    }

    @Test("A chosen output that goes away pauses; whoever plays on hears the default; back, it goes on there")
    func chosenLost() {
        var rig = Rig(Self.pods, Self.beside)
        _ = rig.take()

        rig.update(Self.speakers)
        #expect(rig.take() == [.lose(title: "PODS"), .play(on: nil)])
        rig.update(Self.beside)
        rig.pass(.seconds(1))

        #expect(rig.take() == [.play(on: Self.output("pods")), .goOn])
    }

    @Test("A chosen output that is away at the start is taken when it comes")
    func chosenLater() {
        var rig = Rig(Self.pods, Self.speakers)
        #expect(rig.take().isEmpty)
        #expect(rig.policy.current?.identifier == "speakers")

        rig.update(Self.beside)
        rig.pass(.seconds(1))

        #expect(rig.take() == [.play(on: Self.output("pods"))])
    }

    @Test("Choosing counts at once, and following again, too")
    func choosing() {
        var rig = Rig(.followDefault, Self.beside)

        #expect(rig.policy.select(Self.pods, now: rig.now) == [.play(on: Self.output("pods"))])
        #expect(rig.policy.current?.identifier == "pods")
        #expect(rig.policy.select(.followDefault, now: rig.now) == [.play(on: nil)])
        rig.update(Self.speakers)

        #expect(rig.take().isEmpty)
    }

    @Test("An output that the stream was moved to by a mixer is the one that can be lost")
    func moved() {
        var rig = Rig(.followDefault, Self.beside)
        var moved = Self.beside
        moved.inUse = "pods"
        rig.update(moved)
        rig.pass(.seconds(5))
        #expect(rig.take().isEmpty)

        var left = Self.speakers
        left.inUse = "speakers"
        rig.update(left)

        #expect(rig.take() == [.lose(title: "PODS")])
    }
}
