// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import Testing

@testable import OnCueCatalog

@Suite("The lists of For You by their names")
struct ForYouListTests {
    @Test("The lists that the page for browsers names are there", arguments: ["library", "screens"])
    func page(name: String) throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let script = try String(contentsOfFile: root + "/Sources/oncue-web/Page/\(name).js", encoding: .utf8)
        let known = ForYouList.own.map(\.identifier.description)

        for match in script.matches(of: /"(list:[^"]*)"/) { #expect(known.contains(String(match.1)), "\(match.1)") }
        #expect(name != "screens" || script.contains("\"list:"), "some are named")
    }

    @Test("What was added lately has one name, in For You and in the library")
    func added() throws {
        let list = try #require(ForYouList.own.first { $0.identifier.key == ContentSection.recentlyAdded.rawValue })

        #expect(list.title == ContentSection.recentlyAdded.title)
    }
}
