// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("The full-screen program hears what changes elsewhere")
struct AppServiceTests {
    @Test("Outputs that come and sound settings that are changed renew the screen Sound, and a lost service does not")
    func sound() async throws {
        let updates: [(inout FakeService.State) -> Void] = [
            { $0.outputUpdates = [.serviceLost, .changed] },
            { $0.soundUpdates = [.serviceLost, .changed(SoundPreferences())] },
        ]
        for configure in updates {
            let session = Session { configure(&$0) }
            let events = EventLog<AppEvent>()
            let service = AppService(session.context) { events.append($0) }
            try await events.wait("a screen to renew") {
                if case .outdated(.sound) = $0 { true } else { false }
            }
            service.end()
            #expect(events.count == 1)
        }
    }

    @Test("Suggestions that are answered elsewhere renew their screen, and a lost service does not")
    func suggestions() async throws {
        let session = Session { $0.suggestionUpdates = [.serviceLost, .changed, .ended(4, reason: "dismissed")] }
        let events = EventLog<AppEvent>()
        let service = AppService(session.context) { events.append($0) }
        try await events.wait(count: 2)
        service.end()

        #expect(events.count == 2)
        #expect(events.events.allSatisfy { if case .outdated(.suggestions) = $0 { true } else { false } })
    }
}
