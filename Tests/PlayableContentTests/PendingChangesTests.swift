// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Testing

@testable import PlayableContent

@Suite("What PlayableContent decides by itself")
struct PendingChangesTests {
    @Test("Changes are told at once, and in a batch each container once")
    func batch() {
        var changes = PendingChanges()
        changes.changed("a")
        #expect(changes.takeDue() == [.children(of: "a")])
        changes.begin()
        changes.begin()
        changes.changed("a")
        changes.changed("b")
        changes.changed("a")
        changes.end()
        #expect(changes.takeDue() == [])
        changes.end()
        #expect(changes.takeDue() == [.children(of: "a"), .children(of: "b")])
        #expect(changes.takeDue() == [])
    }

    @Test("A change of everything takes in all others, and many changes are one of everything")
    func everything() {
        var changes = PendingChanges()
        changes.begin()
        changes.changed("a")
        changes.reload()
        changes.changed("b")
        changes.end()
        #expect(changes.takeDue() == [.everything])
        for number in 0...PendingChanges.most { changes.changed("\(number)") }
        #expect(changes.takeDue() == [.everything])
    }

    @Test("That other items are nominated is told once, and not beside a change of everything")
    func nominations() {
        var changes = PendingChanges()
        changes.begin()
        changes.nominate()
        changes.changed("a")
        changes.nominate()
        changes.end()
        #expect(changes.takeDue() == [.nominations, .children(of: "a")])
        changes.begin()
        changes.reload()
        changes.nominate()
        changes.end()
        #expect(changes.takeDue() == [.everything])
    }

    @Test("The interface is the one that the service knows")
    func interface() throws {
        let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = folder + "/Sources/OnCueBus/Introspection/org.oncue.ContentProvider1.xml"
        #expect(ContentProviderXML.text == (try String(contentsOf: URL(filePath: path), encoding: .utf8)))
    }

    @Test("The address of a file is percent-encoded")
    func fileAddress() {
        #expect(ContentURL.file("/music/a b/50%/ü.flac").url == "file:///music/a%20b/50%25/%C3%BC.flac")
    }
}
