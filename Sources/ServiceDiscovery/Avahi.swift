// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues

/// The names of Avahi on the system bus (Avahi 0.8, `avahi-daemon/*.xml`).
enum Avahi {
    static let name = "org.freedesktop.Avahi"
    static let path = "/"
    static let server = "org.freedesktop.Avahi.Server"
    /// The interface whose methods create an object without starting it, so that none of its signals is lost.
    static let server2 = "org.freedesktop.Avahi.Server2"
    static let group = "org.freedesktop.Avahi.EntryGroup"
    static let browser = "org.freedesktop.Avahi.ServiceBrowser"
    static let resolver = "org.freedesktop.Avahi.ServiceResolver"

    /// All networks, and all versions of the protocol.
    static let any = BusValue.int32(-1)
    static let noFlags = BusValue.uint32(0)
    /// The flag of services that this machine has announced through this connection.
    static let own = 16
    /// The flag of services that a program on this machine has announced.
    static let local = 8
    /// The state of a group whose name is used by another machine.
    static let collision = 3
}

/// A service that a machine announces.
package struct ServiceDescription: Sendable, Equatable {
    /// The kind of service, such as `_oncue-handoff._tcp`.
    package var type: String
    /// The name that users see. If another machine has the same one, a number is added to it.
    package var name: String
    package var port: UInt16
    /// Keys and values, which everyone in the network can read.
    package var texts: [String: String]

    package init(type: String, name: String, port: UInt16, texts: [String: String]) {
        (self.type, self.name, self.port, self.texts) = (type, name, port, texts)
    }
}

/// A service that was found.
package struct FoundService: Sendable, Equatable {
    package var name: String
    /// An address, with its interface if required.
    package var host: String
    package var port: Int
    /// The keys and values; if a key occurs more than once, only the first value counts.
    package var texts: [String: String]
    /// Whether a program on this machine announced it.
    package var isLocal: Bool

    package init(name: String, host: String, port: Int, texts: [String: String] = [:], isLocal: Bool = false) {
        (self.name, self.host, self.port, self.texts, self.isLocal) = (name, host, port, texts, isLocal)
    }
}

extension FoundService {
    /// - Parameter item: Interface, protocol, name, type, domain, host, protocol, address, port, texts and flags, in
    ///   the order of a resolver's signal.
    init?(_ item: [BusValue]) {
        guard item.count >= 10, let name = item[2].stringValue, let address = item[7].stringValue,
            let port = item[8].intValue, (1...65_535).contains(port)
        else { return nil }
        // A link-local address means nothing without its interface.
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
