// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("A key file")
struct KeyFileTests {
    @Test("has entries with their groups and lines, whatever white space and ends of lines there are")
    func entries() {
        let file = KeyFile("# top\r\n[one]\r\n  a = 1 \r\n\r\n[two]\na=x = y\nb=\n[one]\nc=3")

        #expect(
            file.entries == [
                .init(group: "one", key: "a", value: "1", line: 3),
                .init(group: "two", key: "a", value: "x = y", line: 6),
                .init(group: "two", key: "b", value: "", line: 7), .init(group: "one", key: "c", value: "3", line: 9),
            ])
        #expect(file.headings.map(\.line) == [2, 5, 8])
        #expect(file.faults.isEmpty)
    }

    @Test("tells lines that are nothing by their number")
    func faults() {
        let file = KeyFile("a=1\n[one\n[]\n[t[w]o]\n=5\nwords\n[one]\na=1\n")

        #expect(file.faults.map(\.line) == [1, 2, 3, 4, 5, 6])
        #expect(file.entries == [.init(group: "one", key: "a", value: "1", line: 8)])
    }

    @Test("is written as it was read", arguments: ["", "\n", "a", "[one]\r\n a = 1\r\n", "#\u{0}\n\n\n", "=\n[\n"])
    func text(text: String) {
        #expect(KeyFile(text).text == text)
    }

    @Test(
        "takes a value where the key stands, below its comment, at the end of its group, or in a new one",
        arguments: [
            ("# me\n[g]\nk = 1 \n# behind\n", "# me\n[g]\nk=2\n# behind\n"),
            ("[g]\n# said\n#k=0\n\n#l=0\n", "[g]\n# said\n#k=0\nk=2\n\n#l=0\n"),
            ("[g]\na=1\n\n[h]\nb=1\n", "[g]\na=1\nk=2\n\n[h]\nb=1\n"),
            ("[h]\nk=1\n\n\n", "[h]\nk=1\n\n[g]\nk=2\n"),
            ("", "[g]\nk=2\n"),
            ("[g]\nk=0\nx=1\nk=1\n", "[g]\nx=1\nk=2\n"),
        ])
    func setting(before: String, after: String) {
        var file = KeyFile(before)
        file.set("k", in: "g", to: "2")
        #expect(file.text == after)
    }

    @Test("loses a key and nothing else")
    func removing() {
        var file = KeyFile("# me\n[g]\n# said\nk=1\n[h]\nk=2\n")
        let isRemoved = file.remove("k", in: "g")
        #expect(isRemoved)
        #expect(file.text == "# me\n[g]\n# said\n[h]\nk=2\n")
        let isRemovedAgain = file.remove("k", in: "g")
        #expect(!isRemovedAgain)
    }
}
