// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import TextOutput

/// The settings with which the page is served.
package struct WebSettings: Sendable, Equatable {
    /// The usual port.
    package static let usualPort = 6_628

    package var port = Self.usualPort
    /// The network reaches it; otherwise only this machine does.
    package var isOnNetwork = false
    /// The one address of this machine at which it is served; empty for all that ``isOnNetwork`` means.
    package var address = ""
    /// Without TLS in the network, too.
    package var isPlain = false
    /// Further names of this machine.
    package var hosts: [String] = []

    package init() {}

    /// Whether it is served through TLS: this machine's own browser needs none.
    package var isEncrypted: Bool { isOnNetwork && !isPlain }
}

/// A device that was paired.
package struct WebDevice: Sendable, Equatable {
    /// Unique among the devices.
    package var name: String
    /// The hash of its token, which is kept nowhere else.
    package var hash: String
    /// Seconds since 1970.
    package var paired: Int
    /// The time at which it was last seen, to the hour; seconds since 1970.
    package var seen: Int

    package init(name: String, hash: String, paired: Int, seen: Int) {
        (self.name, self.hash, self.paired, self.seen) = (name, hash, paired, seen)
    }
}

/// The settings of the page and the devices that may use it, as they are kept in a file.
package struct WebBook: Sendable, Equatable {
    /// The most devices; the next one is refused.
    package static let limit = 64
    /// The largest file in bytes.
    package static let fileLimit = 64 << 10
    /// The longest name of a device in bytes.
    package static let longestName = 80
    /// The folder, below the state of the user.
    package static let folder = "web"
    /// The interval at which a device's last visit is recorded, in seconds.
    private static let seenInterval = 3_600

    package var settings = WebSettings()
    package private(set) var devices: [WebDevice] = []

    package init() {}

    /// Reads the text of the file; `nil` if it is not such a file.
    package init?(text: String) {
        guard let json = try? JSONValue(parsing: text, maximumDepth: 8, maximumCount: 4_096),
            json["version"]?.intValue == 1, let list = json["devices"]?.arrayValue,
            let port = json["port"]?.intValue, (1...65_535).contains(port)
        else { return nil }
        settings.port = port
        settings.isOnNetwork = json["network"]?.boolValue ?? false
        settings.isPlain = json["plain"]?.boolValue ?? false
        // A value that cannot be read must not open the page to all addresses.
        settings.address = json["onlyAt"]?.stringValue ?? ""
        guard settings.address.isEmpty || HostRule.isAddress(settings.address) else { return nil }
        settings.hosts = (json["hosts"]?.arrayValue ?? []).compactMap(\.stringValue).filter(HostRule.isName)
        for device in list.prefix(Self.limit) {
            guard let name = device["name"]?.stringValue, let hash = device["token"]?.stringValue,
                let paired = device["paired"]?.intValue, let seen = device["seen"]?.intValue
            else { return nil }
            devices.append(WebDevice(name: name, hash: hash, paired: paired, seen: seen))
        }
    }

    package var text: String {
        let list = devices.map { device -> JSONValue in
            [
                "name": .string(device.name), "token": .string(device.hash), "paired": .int(device.paired),
                "seen": .int(device.seen),
            ]
        }
        let json: JSONValue = [
            "version": 1, "port": .int(settings.port), "network": .bool(settings.isOnNetwork),
            "plain": .bool(settings.isPlain), "onlyAt": .string(settings.address),
            "hosts": .array(settings.hosts.map { .string($0) }),
            "devices": .array(list),
        ]
        return json.text() + "\n"
    }

    /// Returns the device whose token has this hash; compares with all devices, so that the time taken reveals nothing.
    package func device(hash: String) -> WebDevice? {
        devices.reduce(nil) { SecretText.isEqual($1.hash, hash) ? $1 : $0 }
    }

    /// Adds a device; one with the same name is not replaced, but the new one gets a number.
    ///
    /// - Returns: The device with its name; `nil` if there are ``limit`` already.
    @discardableResult
    package mutating func add(_ wish: String, hash: String, now: Int) -> WebDevice? {
        guard devices.count < Self.limit else { return nil }
        let wanted = Self.cleanName(wish)
        var (name, number) = (wanted, 2)
        while device(named: name) != nil {
            name = "\(wanted.shortened(toBytes: Self.longestName - 4)) \(number)"
            number += 1
        }
        let device = WebDevice(name: name, hash: hash, paired: now, seen: now)
        devices.append(device)
        return device
    }

    /// Returns the device with a name, in any case.
    package func device(named name: String) -> WebDevice? {
        devices.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Removes a device, which may do nothing from then on.
    ///
    /// - Returns: The device; `nil` if there is none with that name.
    package mutating func forget(_ name: String) -> WebDevice? {
        guard let device = device(named: name) else { return nil }
        devices.removeAll { $0 == device }
        return device
    }

    /// Removes the device with a token.
    package mutating func forget(hash: String) { devices.removeAll { $0.hash == hash } }

    package mutating func forgetAll() { devices = [] }

    /// Notes that a device was seen, at most once an hour.
    ///
    /// - Returns: Whether anything has changed.
    package mutating func see(hash: String, now: Int) -> Bool {
        guard let index = devices.firstIndex(where: { $0.hash == hash }),
            now >= devices[index].seen + Self.seenInterval || now < devices[index].seen
        else { return false }
        devices[index].seen = now
        return true
    }

    /// Returns a name that can be shown: one line, without control characters, of bounded length.
    package static func cleanName(_ text: String) -> String {
        let words = TextLayout.printable(text.shortened(toBytes: 400)).split(whereSeparator: \.isWhitespace)
        let name = words.joined(separator: " ").shortened(toBytes: longestName)
        return name.isEmpty ? "device" : name
    }
}
