// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import XMLReading

/// An interface as a program tells it by `org.freedesktop.DBus.Introspectable`.
package struct BusInterface: Sendable {
    package struct Method: Sendable {
        package var name: String
        /// The signatures of what goes in.
        package var arguments: [String] = []
    }

    package struct Property: Sendable {
        package var name: String
        package var signature: String
        package var isWritable: Bool
    }

    package var name: String
    package var methods: [Method] = []
    package var properties: [Property] = []

    /// Asks for the interfaces of an object.
    package static func all(of path: String, at service: String, on bus: MessageBus) async throws -> [BusInterface] {
        let reply = try await bus.call(
            "Introspect", of: "org.freedesktop.DBus.Introspectable", at: path, on: service)
        return try read(reply.first?.stringValue ?? "")
    }

    private static func read(_ xml: String) throws -> [BusInterface] {
        var interfaces: [BusInterface] = []
        var isMethod = false
        try XMLReader.read(Array(xml.utf8)) { event in
            guard case .start(let element) = event else { return true }
            let name = element.value("name") ?? ""
            switch element.name.local {
            case "interface": interfaces.append(BusInterface(name: name))
            case "method", "signal":
                isMethod = element.name.local == "method"
                if isMethod { interfaces.last { $0.methods.append(Method(name: name)) } }
            case "arg" where isMethod && element.value("direction") != "out":
                interfaces.last { $0.methods.last { $0.arguments.append(element.value("type") ?? "") } }
            case "property":
                let isWritable = element.value("access") != "read"
                interfaces.last {
                    $0.properties.append(
                        Property(name: name, signature: element.value("type") ?? "", isWritable: isWritable))
                }
            default: break
            }
            return true
        }
        return interfaces
    }
}

extension Array {
    /// Changes the last element, if there is one.
    fileprivate mutating func last(_ change: (inout Element) -> Void) {
        if !isEmpty { change(&self[count - 1]) }
    }
}
