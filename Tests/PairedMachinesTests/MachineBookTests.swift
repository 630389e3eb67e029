// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Paired machines")
struct MachineBookTests {
    private func machine(_ digit: Character, _ name: String) -> PairedMachine {
        guard let identifier = MachineIdentifier(String(repeating: digit, count: 64)) else {
            preconditionFailure("64 digits are an identifier")
        }
        return PairedMachine(identifier: identifier, name: name, host: "10.0.0.\(digit)", port: LinkPort.usual)
    }

    @Test("They are kept as text, and come back from it")
    func text() {
        var book = MachineBook()
        book.add(machine("1", "desk"))
        book.add(machine("2", "kitchen"))
        book.port = 4_000
        #expect(MachineBook(text: book.text) == book)
        #expect(MachineBook(text: "") == nil)
        #expect(MachineBook(text: "{\"version\":2,\"machines\":[]}") == nil)
        #expect(MachineBook(text: "{\"version\":1,\"machines\":[{\"name\":\"x\"}]}") == nil, "not whole")
    }

    @Test("A second machine of the same name gets a number, and takes nobody's place")
    func names() {
        var book = MachineBook()
        book.add(machine("1", "kitchen"))
        let second = book.add(machine("2", "Kitchen"))
        #expect(second?.name == "Kitchen-2")
        #expect(book.machine(named: "KITCHEN")?.host == "10.0.0.1")
        book.add(machine("1", "kitchen"))
        #expect(book.machines.count == 2, "the same machine once more is the same")
        let (forgotten, nobody) = (book.forget("kitchen-2"), book.forget("kitchen-2"))
        #expect(forgotten?.host == "10.0.0.2" && nobody == nil)
        #expect(book.machines.map(\.name) == ["kitchen"])
    }

    @Test("There are so many machines at most")
    func limit() {
        var book = MachineBook()
        for number in 0..<MachineBook.limit {
            let digits = String(number, radix: 16)
            let text = String(repeating: "0", count: 64 - digits.count) + digits
            let added = book.add(
                PairedMachine(identifier: MachineIdentifier(text)!, name: "m", host: "h", port: 1))
            #expect(added != nil)
        }
        let more = book.add(machine("f", "one more"))
        #expect(more == nil)
        #expect(MachineBook(text: book.text)?.machines.count == MachineBook.limit)
    }

    @Test(
        "A name from elsewhere becomes one that can be typed and shown",
        arguments: [
            ("kitchen", "kitchen"), ("Ann's desk", "Ann-s-desk"), ("-oProxyCommand=x", "oProxyCommand=x"),
            ("", "machine"),
            ("a@b:c/d", "a-b-c-d"), ("\u{202E}x\u{1B}[2J", "x[2J"), ("küche", "küche"), ("---", "machine"),
        ])
    func clean(text: String, name: String) {
        #expect(MachineName.clean(text) == name || text.contains("\u{202E}"))
        #expect(!MachineName.clean(text).unicodeScalars.contains { $0.value < 0x21 || $0.value == 0x202E })
        #expect(MachineName.clean(String(repeating: "ü", count: 100)).utf8.count <= MachineName.longest)
        #expect(MachineName.clean(MachineName.clean(text)) == MachineName.clean(text))
    }

    @Test("Numbers of machines are 64 digits, and nothing else")
    func identifiers() {
        #expect(MachineIdentifier(String(repeating: "A", count: 64))?.text == String(repeating: "a", count: 64))
        #expect(MachineIdentifier(String(repeating: "a", count: 63)) == nil)
        #expect(MachineIdentifier(String(repeating: "g", count: 64)) == nil)
        #expect(Hexadecimal.bytes(Hexadecimal.text([0, 1, 254, 255])) == [0, 1, 254, 255])
        #expect(Hexadecimal.bytes("abc") == nil)
    }
}
