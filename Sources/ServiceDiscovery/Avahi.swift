// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues

/// The names of Avahi on the system bus (Avahi 0.8, `avahi-daemon/*.xml`).
enum Avahi {
    static let name = "org.freedesktop.Avahi"
    static let path = "/"
    static let server = "org.freedesktop.Avahi.Server"
    /// Has the methods by which nothing is lost between making an object and listening to it.
    static let server2 = "org.freedesktop.Avahi.Server2"
    static let group = "org.freedesktop.Avahi.EntryGroup"
    static let browser = "org.freedesktop.Avahi.ServiceBrowser"
    static let resolver = "org.freedesktop.Avahi.ServiceResolver"

    /// Every network, and every version of the protocol.
    static let any = BusValue.int32(-1)
    static let noFlags = BusValue.uint32(0)
    /// The flag of what this machine itself has announced through this connection.
    static let own = 16
    /// The flag of what a program of this machine has announced.
    static let local = 8
    /// The state of a group whose name another machine has.
    static let collision = 3
}

/// The announcement of a service by a machine.
package struct ServiceDescription: Sendable, Equatable {
    /// The kind of service, such as `_oncue-handoff._tcp`.
    package var type: String
    /// The name that people see. Another machine may have the same one; this one is then announced with a number.
    package var name: String
    package var port: UInt16
    /// Keys and values that everybody in the network can read.
    package var texts: [String: String]

    package init(type: String, name: String, port: UInt16, texts: [String: String]) {
        (self.type, self.name, self.port, self.texts) = (type, name, port, texts)
    }
}

/// A service that was found.
package struct FoundService: Sendable, Equatable {
    package var name: String
    /// An address, with the network where that is needed.
    package var host: String
    package var port: Int
    /// Of the keys in it only the first of each counts.
    package var texts: [String: String]
    /// Whether a program of this machine has announced it.
    package var isLocal: Bool

    package init(name: String, host: String, port: Int, texts: [String: String] = [:], isLocal: Bool = false) {
        (self.name, self.host, self.port, self.texts, self.isLocal) = (name, host, port, texts, isLocal)
    }
}

extension FoundService {
    /// - Parameter item: Interface, protocol, name, type, domain, host, protocol, address, port, texts and flags, as a
    ///   resolver tells them.
    init?(_ item: [BusValue]) {
        guard item.count >= 10, let name = item[2].stringValue, let address = item[7].stringValue,
            let port = item[8].intValue, (1...65_535).contains(port)
        else { return nil }
        // An address of a single cable means nothing without the cable.
        guard !address.lowercased().hasPrefix("fe80:") else { return nil }
        let flags = item.count > 10 ? item[10].intValue ?? 0 : 0
        self.init(
            name: name, host: address, port: port, texts: Self.texts(item[9]), isLocal: flags & Avahi.local != 0)
    }

    private static func texts(_ value: BusValue) -> [String: String] {
        var texts: [String: String] = [:]
        for case .bytes(let bytes) in (value.arrayValue ?? []).map(\.unwrapped).prefix(32) {
            let text = String(decoding: bytes.prefix(255), as: UTF8.self)
            guard let equals = text.firstIndex(of: "=") else { continue }
            let key = text[..<equals].lowercased()
            if texts[key] == nil { texts[key] = String(text[text.index(after: equals)...]) }
        }
        return texts
    }
}
