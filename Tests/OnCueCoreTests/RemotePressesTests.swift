// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("One press that comes by several ways")
struct RemotePressesTests {
    private let start = ContinuousClock.now

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test("A press that comes by two ways within the window counts once, whichever is first")
    func echo() {
        for (first, second) in [(RemotePresses.Way.bluetooth, RemotePresses.Way.sessionBus), (.sessionBus, .bluetooth)]
        {
            let presses = Presses()
            #expect(presses.counts(.next, by: first, at: at(0)))
            #expect(!presses.counts(.next, by: second, at: at(300)))
        }
    }

    @Test("After the window it is another press")
    func later() {
        let presses = Presses()
        #expect(presses.counts(.next, by: .bluetooth, at: at(0)))
        #expect(presses.counts(.next, by: .sessionBus, at: at(301)))
    }

    @Test("A double press by one way counts twice, and its echoes by another way do not")
    func doublePress() {
        let presses = Presses()
        #expect(presses.counts(.next, by: .bluetooth, at: at(0)))
        #expect(presses.counts(.next, by: .bluetooth, at: at(90)))
        #expect(!presses.counts(.next, by: .sessionBus, at: at(100)))
        #expect(!presses.counts(.next, by: .sessionBus, at: at(190)))
        #expect(presses.counts(.next, by: .sessionBus, at: at(200)), "nothing is left that it could repeat")
    }

    @Test("Another button is another press")
    func otherButton() {
        let presses = Presses()
        #expect(presses.counts(.next, by: .bluetooth, at: at(0)))
        #expect(presses.counts(.previous, by: .sessionBus, at: at(10)))
        #expect(presses.counts(.stop, by: .sessionBus, at: at(20)))
        #expect(presses.counts(.playPause, by: .sessionBus, at: at(30)))
    }

    @Test("What does not count does not make the window longer")
    func fixedWindow() {
        let presses = Presses()
        #expect(presses.counts(.playPause, by: .bluetooth, at: at(0)))
        #expect(!presses.counts(.playPause, by: .sessionBus, at: at(250)))
        #expect(presses.counts(.playPause, by: .sessionBus, at: at(400)))
        #expect(!presses.counts(.playPause, by: .bluetooth, at: at(450)))
    }
}

/// An expectation takes no function that changes a value.
private final class Presses {
    private var presses = RemotePresses()

    func counts(
        _ button: RemotePresses.Button, by way: RemotePresses.Way, at time: ContinuousClock.Instant
    ) -> Bool { presses.counts(button, by: way, at: time) }
}
