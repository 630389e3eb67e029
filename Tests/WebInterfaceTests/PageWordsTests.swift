// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCuePhrases
import OnCueSuggestions
import Testing

/// The scripts of the page have some words of the service by hand. Here both are compared.
@Suite("The words of the page and of the service")
struct PageWordsTests {
    /// A script of the page.
    private func script(_ name: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        return try String(contentsOfFile: root + "/Sources/oncue-web/Page/\(name).js", encoding: .utf8)
    }

    @Test("The sections that it names are there", arguments: ["library", "screens"])
    func sections(name: String) throws {
        let known = RootBranch.allCases.map(\.identifier) + ContentSection.allCases.map(\.identifier)
        let named = try script(name).matches(of: /"(section:[^"]*)"/).map { String($0.1) }

        #expect(!named.isEmpty)
        for identifier in named { #expect(known.contains { $0.description == identifier }, "\(identifier)") }
    }

    @Test("The modes of the sleep timer and their texts")
    func sleep() throws {
        let player = try script("player")
        let modes = player.matches(of: /choice\([^,]+, "([a-z]+)"/).map { String($0.1) }

        #expect(Set(modes) == Set(SleepMode.allCases.map(\.rawValue)))
        for (mode, wish) in [(SleepMode.track, SleepWish.track), (.queue, .queue)] {
            let text = SleepText.long(wish)
            let shown = text.prefix(1).uppercased() + text.dropFirst()
            #expect(player.contains("sleep === \"\(mode.rawValue)\") return \"\(shown)\""), "what is shown of it")
            #expect(player.contains("choice(\"\(shown)\", \"\(mode.rawValue)\")"), "what is chosen")
        }
    }

    @Test("The times of the sleep timer are within its limit")
    func sleepTimes() throws {
        let list = try #require(try script("player").firstMatch(of: /MINUTES = \[([0-9, ]+)\]/)).1
        let minutes = list.split(separator: ", ").compactMap { Int($0) }

        #expect(!minutes.isEmpty && minutes.allSatisfy { Duration.seconds($0 * 60) <= SleepTimer.limit })
    }

    @Test("The days of the week and their groups")
    func weekdays() throws {
        let waiting = try script("waiting")
        let names = Weekday.allCases.map { "\"\($0.name.prefix(3))\"" }.joined(separator: ", ")
        func digits(_ group: WeekdayGroup) -> String { group.days.sorted().map(String.init).joined() }

        #expect(waiting.contains("DAYS = [\(names)]"))
        #expect(waiting.contains("[\"\", \"\(digits(.daily))\"].includes(known)) return \"Every day\""))
        #expect(waiting.contains("known === \"\(digits(.weekdays))\") return \"Monday to Friday\""))
        #expect(waiting.contains("known === \"\(digits(.weekends))\" ? \"At the weekend\""))
    }
}
