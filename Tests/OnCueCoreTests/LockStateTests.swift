// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Whether the screen is locked")
struct LockStateTests {
    private let state = State()

    @Test("One who says so is enough, and all must take it back")
    func any() {
        #expect(!state.isLocked)
        #expect(state.apply(.hint(true)))
        #expect(!state.apply(.screenSaver("one", isActive: true)))
        #expect(!state.apply(.hint(false)))
        #expect(!state.apply(.screenSaver("two", isActive: false)))
        #expect(state.isLocked)
        #expect(state.apply(.screenSaver("one", isActive: false)))
        #expect(!state.isLocked)
    }

    @Test("A wish counts at once, and ends when nobody says that it came true")
    func wish() {
        #expect(state.apply(.lockWished))
        #expect(state.apply(.wishEnded))
        #expect(state.apply(.lockWished))
        #expect(state.apply(.unlockWished))
    }

    @Test("A wish that came true ends when that ends")
    func fulfilledWish() {
        #expect(state.apply(.lockWished))
        #expect(!state.apply(.hint(true)))
        #expect(!state.apply(.wishEnded))
        #expect(state.isLocked)
        #expect(state.apply(.hint(false)))
    }

    @Test("Who is gone does not keep it locked, and has unlocked nothing")
    func gone() {
        #expect(state.apply(.screenSaver("one", isActive: true)))
        #expect(state.apply(.screenSaverGone("one")))
        #expect(state.apply(.hint(true)))
        #expect(state.apply(.sessionGone))
        #expect(![LockState.Event.screenSaverGone("one"), .sessionGone, .wishEnded].contains { $0.isUnlocking })
        #expect([LockState.Event.hint(false), .screenSaver("one", isActive: false)].allSatisfy { $0.isUnlocking })
    }

    @Test("What is said again changes nothing")
    func again() {
        #expect(!state.apply(.hint(false)))
        #expect(state.apply(.hint(true)))
        #expect(!state.apply(.hint(true)))
        #expect(!state.apply(.unlockWished))
        #expect(state.isLocked)
    }
}

/// An expectation takes no function that changes a value.
private final class State {
    private var state = LockState()
    var isLocked: Bool { state.isLocked }

    func apply(_ event: LockState.Event) -> Bool { state.apply(event) }
}
