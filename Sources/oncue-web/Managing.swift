// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import QRCodes
internal import WebAccess
internal import WebServing

/// Shows and changes how the page is served, and its devices.
struct Managing {
    private let place: Place

    init(_ place: Place) { self.place = place }

    func state() throws(WebFault) { Output.say(json(try place.files.book())) }

    /// - Parameter words: The port; `local`, `network` or the one address; `tls` or `plain`; and further names of this machine.
    func set(_ words: [String]) throws(WebFault) {
        guard let port = Int(words[0]), (1...65_535).contains(port) else {
            throw WebFault("\(words[0]) is not a port; expected 1 to 65535")
        }
        let address = ["local", "network"].contains(words[1]) ? "" : words[1]
        guard address.isEmpty || HostRule.isAddress(address) else {
            throw WebFault("\(address) is not an address; expected one such as 192.168.1.20")
        }
        let hosts = Array(words.dropFirst(3))
        if let wrong = hosts.first(where: { !HostRule.isName($0) }) {
            throw WebFault("\"\(wrong)\" is not the name of a machine; expected one such as music.example.org")
        }
        let book = try place.files.change { book in
            book.settings.port = port
            book.settings.isOnNetwork = words[1] == "network" || !address.isEmpty && !HostRule.isLoopback(address)
            book.settings.address = address
            book.settings.isPlain = words[2] == "plain"
            book.settings.hosts = hosts
        }.book
        Output.say(json(book))
    }

    /// Makes a code and prints it with the addresses, and the first address with it as a QR code.
    func code() throws(WebFault) {
        let settings = try place.files.book().settings
        let code = try place.files.makeCode()
        let addresses = place.pageAddresses(settings)
        let linked = (addresses.first ?? "") + "#pair=" + code
        let rows = QRCode(linked)?.rows ?? []
        Output.say([
            "code": .string(code), "seconds": .int(PairingOffer.lifetime), "address": .string(linked),
            "addresses": .array(addresses.map { .string($0) }),
            "qr": .array(rows.map { row in .string(String(row.map { $0 ? "#" : "." })) }),
        ])
    }

    /// - Parameter name: `nil` for all.
    func forget(_ name: String?) throws(WebFault) {
        let (isFound, book) = try place.files.change { book -> Bool in
            guard let name else {
                book.forgetAll()
                return true
            }
            return book.forget(name) != nil
        }
        guard isFound else {
            throw WebFault("no device is called \"\(name ?? "")\"; oncue web devices lists them", code: .notFound)
        }
        Output.say(json(book))
    }

    private func json(_ book: WebBook) -> JSONValue {
        let process = place.files.server()
        let devices = book.devices.map { device -> JSONValue in
            ["name": .string(device.name), "paired": .int(device.paired), "seen": .int(device.seen)]
        }
        return [
            "serving": .bool(process != nil), "process": .int(orNull: process.map { Int($0) }),
            "lasting": .bool(process.map(Self.isUnit) ?? false), "port": .int(book.settings.port),
            "network": .bool(book.settings.isOnNetwork), "plain": .bool(book.settings.isPlain),
            "onlyAt": .string(book.settings.address), "hosts": .array(book.settings.hosts.map { .string($0) }),
            "addresses": .array(place.pageAddresses(book.settings).map { .string($0) }),
            "devices": .array(devices),
        ]
    }

    /// Whether a process runs as a unit of the service manager.
    private static func isUnit(_ process: pid_t) -> Bool {
        let file = open("/proc/\(process)/cgroup", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).contains("/oncue-web.service")
    }
}
