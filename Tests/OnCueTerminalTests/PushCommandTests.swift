// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue push")
struct PushCommandTests {
    @Test("It is off at first, shows the address when it is switched on, and forgets it")
    func whole() async {
        let session = Session()
        #expect(await session.run("push") == .done)
        #expect(session.data.lines == ["Push messages are off"])
        #expect(await session.run("push", "address") == .nothingFound)
        #expect(session.talk.text.contains("switch them on with: oncue push on"))
        #expect(await session.run("push", "on") == .done)
        #expect(session.data.lines.contains("Address        https://push/1"))
        #expect(await session.run("push", "address", "--json") == .done)
        #expect(
            session.data.text
                == #"{"on":true,"distributor":"org.unifiedpush.Distributor.Fake","endpoint":"https://push/1","p256dh":"BC","auth":"AQ","taken":0,"#
                + #""refused":0,"problem":null}"# + "\n")
        #expect(await session.run("push", "off") == .done)
        #expect(session.talk.text == "Push messages are off, and their keys are forgotten\n")
        #expect(await session.run("push", "maybe") == .wrongWords)
    }
}
