// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import WebAccess

/// A server of the page for browsers.
package protocol PageServing: Sendable {
    /// Returns the state of the page, and the paired devices.
    func state() async throws(CommandFailure) -> PageServingState

    /// Starts serving the page with these settings, or stops.
    ///
    /// - Parameter settings: `nil` to stop.
    func serve(_ settings: WebSettings?) async throws(CommandFailure) -> PageServingState

    /// Creates a code to pair one device.
    func pairingCode() async throws(CommandFailure) -> PagePairing

    /// Forgets a device; all devices if the name is `nil`.
    ///
    /// - Returns: The remaining state.
    func forget(_ name: String?) async throws(CommandFailure) -> PageServingState
}

/// The state of the page, and the devices that may use it.
package struct PageServingState: Sendable, Equatable {
    package var settings = WebSettings()
    package var isServing = false
    /// Whether it is served again after the next login.
    package var isLasting = false
    /// The addresses of the page, the most likely first.
    package var addresses: [String] = []
    package var devices: [Device] = []

    /// A paired device.
    package struct Device: Sendable, Equatable {
        package var name: String
        /// Seconds since 1970.
        package var paired: Int
        /// The time of the last visit, in seconds since 1970, accurate to the hour.
        package var seen: Int

        package init(name: String, paired: Int, seen: Int) {
            (self.name, self.paired, self.seen) = (name, paired, seen)
        }
    }

    package init() {}

    /// Reads the output of `oncue-web`; `nil` for anything else.
    package init?(json: JSONValue) {
        guard let isServing = json["serving"]?.boolValue, let port = json["port"]?.intValue,
            let devices = json["devices"]?.arrayValue
        else { return nil }
        self.isServing = isServing
        isLasting = json["lasting"]?.boolValue ?? false
        settings.port = port
        settings.isOnNetwork = json["network"]?.boolValue ?? false
        settings.isPlain = json["plain"]?.boolValue ?? false
        settings.address = json["onlyAt"]?.stringValue ?? ""
        settings.hosts = json["hosts"]?.arrayValue?.compactMap(\.stringValue) ?? []
        addresses = json["addresses"]?.arrayValue?.compactMap(\.stringValue) ?? []
        self.devices = devices.compactMap { device in
            guard let name = device["name"]?.stringValue else { return nil }
            return Device(
                name: name, paired: device["paired"]?.intValue ?? 0, seen: device["seen"]?.intValue ?? 0)
        }
    }
}

/// A code to pair one device, and the address at which to use it.
package struct PagePairing: Sendable, Equatable {
    package var code: String
    /// The time for which it can be used, in seconds.
    package var seconds: Int
    /// The address of the page with the code.
    package var address: String
    /// The address as a QR code: rows of modules, true for a dark one.
    package var rows: [[Bool]]

    package init(code: String, seconds: Int, address: String, rows: [[Bool]]) {
        (self.code, self.seconds, self.address, self.rows) = (code, seconds, address, rows)
    }

    /// Reads the output of `oncue-web`; `nil` for anything else.
    package init?(json: JSONValue) {
        guard let code = json["code"]?.stringValue, let address = json["address"]?.stringValue else { return nil }
        let rows = json["qr"]?.arrayValue?.compactMap(\.stringValue) ?? []
        self.init(
            code: code, seconds: json["seconds"]?.intValue ?? 0, address: address,
            rows: rows.map { row in row.map { $0 == "#" } })
    }
}

/// An implementation without a page for browsers.
package struct NoPageServing: PageServing {
    package init() {}

    package func state() async throws(CommandFailure) -> PageServingState { PageServingState() }

    package func serve(_ settings: WebSettings?) async throws(CommandFailure) -> PageServingState {
        throw CommandFailure(.failed, "no page can be served here")
    }

    package func pairingCode() async throws(CommandFailure) -> PagePairing {
        throw CommandFailure(.failed, "no page can be served here")
    }

    package func forget(_ name: String?) async throws(CommandFailure) -> PageServingState { PageServingState() }
}
