// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("The book of devices")
struct DeviceBookTests {
    private static let id = "AA:BB:CC:DD:EE:FF"

    private func seen(_ id: String = Self.id, _ name: String = "Set", facts: DeviceFacts = DeviceFacts()) -> SeenDevice
    {
        SeenDevice(id: id, name: name, facts: facts)
    }

    @Test("What several sources know is put together: the class of one, the form of the other")
    func facts() {
        var book = DeviceBook()
        let first = book.see(seen(facts: DeviceFacts(bluetoothClass: 0x240408, services: [0x110B])), at: 1)
        #expect(first.kind == .headphones)
        #expect(book[Self.id]?.isAmbiguous == true)
        let second = book.see(seen(facts: DeviceFacts(form: .car)), at: 2)
        #expect(second.kind == .car)
        #expect(book[Self.id]?.facts.bluetoothClass == 0x240408)
        #expect(book[Self.id]?.isAmbiguous == false)
    }

    @Test("What the person says goes before everything that sources know, and can be taken back")
    func spoken() {
        var book = DeviceBook()
        _ = book.see(seen(facts: DeviceFacts(bluetoothClass: 0x240418)), at: 1)
        expect(book.say(.car, of: Self.id), is: true)
        expect(book.see(seen(facts: DeviceFacts(form: .headphones)), at: 2).kind, is: .car)
        expect(book.say(nil, of: Self.id), is: true)
        #expect(book[Self.id]?.kind == .headphones)
        expect(book.say(.car, of: "nobody"), is: false)
    }

    @Test("A device is found by its identifier and by its name, whatever the case; of two with one name the last met")
    func names() {
        var book = DeviceBook()
        _ = book.see(seen("one", "Buds"), at: 1)
        _ = book.see(seen("two", "Buds"), at: 2)
        _ = book.see(seen(), at: 3)
        #expect(book.entry(named: "buds")?.id == "two")
        #expect(book.entry(named: Self.id.lowercased())?.id == Self.id)
        #expect(book.entry(named: "else") == nil)
    }

    @Test("A name that is empty does not take away the one that was known")
    func emptyName() {
        var book = DeviceBook()
        _ = book.see(seen(), at: 1)
        expect(book.see(seen(Self.id, ""), at: 2).name, is: "Set")
    }

    @Test("Of too many devices those go first that were met the longest ago, but none of which the person has spoken")
    func limit() {
        var book = DeviceBook()
        for number in 0..<DeviceBook.limit { _ = book.see(seen("device \(number)"), at: Int64(number)) }
        expect(book.setPolicy(RaisingPolicy(.play), for: "device 0"), is: true)
        _ = book.see(seen(), at: 1_000)
        #expect(book.all.count == DeviceBook.limit)
        #expect(book["device 0"] != nil)
        #expect(book["device 1"] == nil)
    }
}
