// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import WebAccess

/// Whoever serves the page for browsers.
package protocol PageServing: Sendable {
    /// How the page is served, and the paired devices.
    func state() async throws(CommandFailure) -> PageServingState

    /// Serves the page with these settings from now on, or no longer.
    ///
    /// - Parameter settings: `nil` to end it.
    func serve(_ settings: WebSettings?) async throws(CommandFailure) -> PageServingState

    /// Makes a code to pair one device.
    func pairingCode() async throws(CommandFailure) -> PagePairing

    /// Forgets a device; all of them if absent.
    ///
    /// - Returns: What is left.
    func forget(_ name: String?) async throws(CommandFailure) -> PageServingState
}

/// How the page is served, and the devices that may use it.
package struct PageServingState: Sendable, Equatable {
    package var settings = WebSettings()
    package var isServing = false
    /// Whether it is served again after the next login.
    package var isLasting = false
    /// Where the page is, the likeliest address first.
    package var addresses: [String] = []
    package var devices: [Device] = []

    /// A paired device.
    package struct Device: Sendable, Equatable {
        package var name: String
        /// Seconds since 1970.
        package var paired: Int
        /// To the hour.
        package var seen: Int

        package init(name: String, paired: Int, seen: Int) {
            (self.name, self.paired, self.seen) = (name, paired, seen)
        }
    }

    package init() {}

    /// Reads what `oncue-web` says; `nil` for something else.
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

/// A code to pair one device, and where to use it.
package struct PagePairing: Sendable, Equatable {
    package var code: String
    /// How long it can be used, in seconds.
    package var seconds: Int
    /// The address of the page with the code.
    package var address: String
    /// The address as a QR code: rows of modules, true for a dark one.
    package var rows: [[Bool]]

    package init(code: String, seconds: Int, address: String, rows: [[Bool]]) {
        (self.code, self.seconds, self.address, self.rows) = (code, seconds, address, rows)
    }

    /// Reads what `oncue-web` says; `nil` for something else.
    package init?(json: JSONValue) {
        guard let code = json["code"]?.stringValue, let address = json["address"]?.stringValue else { return nil }
        let rows = json["qr"]?.arrayValue?.compactMap(\.stringValue) ?? []
        self.init(
            code: code, seconds: json["seconds"]?.intValue ?? 0, address: address,
            rows: rows.map { row in row.map { $0 == "#" } })
    }
}

/// There is no page for browsers.
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
