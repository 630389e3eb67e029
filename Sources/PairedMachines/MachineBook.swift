// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore
internal import TextOutput

/// A machine that was paired with this one.
package struct PairedMachine: Sendable, Equatable {
    package var identifier: MachineIdentifier
    /// Unique among the paired machines; see ``MachineName``.
    package var name: String
    /// Its last known host: a name or an address, as a user types it.
    package var host: String
    /// The port on which it listens for paired machines.
    package var port: Int

    package init(identifier: MachineIdentifier, name: String, host: String, port: Int) {
        (self.identifier, self.name, self.host, self.port) = (identifier, name, host, port)
    }

    package var json: JSONValue {
        .object([
            .init("name", .string(name)), .init("id", .string(identifier.text)), .init("host", .string(host)),
            .init("port", .int(port)),
        ])
    }

    /// Reads a machine; `nil` if anything is missing.
    package init?(json: JSONValue) {
        guard let identifier = json["id"]?.stringValue.flatMap(MachineIdentifier.init),
            let name = json["name"]?.stringValue, name == MachineName.clean(name),
            let host = json["host"]?.stringValue, let port = json["port"]?.intValue, LinkPort.isValid(port)
        else { return nil }
        self.init(identifier: identifier, name: name, host: host, port: port)
    }
}

/// The ports of links.
package enum LinkPort {
    /// The port on which a machine listens for paired machines, unless another one is chosen.
    package static let usual = 46_628
    /// The port on which a machine waits to be paired, unless another one is chosen.
    package static let pairing = 46_629

    package static func isValid(_ port: Int) -> Bool { (1...65_535).contains(port) }
}

/// The kinds of service that machines announce in their networks.
package enum LinkService {
    /// A machine that listens for paired ones.
    package static let listening = "_oncue-handoff._tcp"
    /// A machine that waits to be paired.
    package static let waiting = "_oncue-pair._tcp"
}

/// Names of machines, which come from elsewhere and are typed as a word.
package enum MachineName {
    /// The longest name in bytes.
    package static let longest = 63

    /// Makes a name from any text, without spaces, control characters, and characters that have a meaning in an
    /// address.
    package static func clean(_ text: String) -> String {
        let scalars = TextLayout.printable(text).unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.properties.isWhitespace || "/@:\"'\\".unicodeScalars.contains(scalar) ? "-" : scalar
        }
        var name = String(String.UnicodeScalarView(scalars)).shortened(toBytes: longest)
        while name.hasPrefix("-") { name.removeFirst() }
        while name.hasSuffix("-") { name.removeLast() }
        return name.isEmpty ? "machine" : name
    }
}

/// The machines paired with this one, and the port on which this one listens for them.
package struct MachineBook: Sendable, Equatable {
    /// The largest number of machines; any more are refused.
    package static let limit = 32
    /// The largest file in bytes.
    package static let fileLimit = 64 << 10

    package private(set) var machines: [PairedMachine] = []
    /// The identifier by which other machines know this one, or `nil` before it has a key.
    package var own: MachineIdentifier?
    /// The port on which this machine listens.
    package var port = LinkPort.usual

    /// The folder of files fetched from paired machines, relative to the user's cache.
    package static let fetchedFolder = "fetched"

    /// The folder of links, relative to the user's state.
    package static let folder = "link"
    private static let file = "machines.json"
    private static let keyFile = "identity.pem"

    /// Returns the path of this machine's key.
    ///
    /// - Parameter state: The folder of the user's state.
    package static func keyPath(state: String) -> String { "\(state)/\(folder)/\(keyFile)" }

    /// Returns the path of the file with the paired machines.
    ///
    /// - Parameter state: The folder of the user's state.
    package static func path(state: String) -> String { "\(state)/\(folder)/\(file)" }

    package init() {}

    /// Reads the text of the file; `nil` if it is not valid.
    package init?(text: String) {
        guard let json = try? JSONValue(parsing: text), json["version"]?.intValue == 1,
            let list = json["machines"]?.arrayValue
        else { return nil }
        for machine in list.prefix(Self.limit) {
            guard let machine = PairedMachine(json: machine) else { return nil }
            add(machine)
        }
        if let port = json["port"]?.intValue, LinkPort.isValid(port) { self.port = port }
        own = json["own"]?.stringValue.flatMap(MachineIdentifier.init)
    }

    package var text: String {
        var members: [JSONValue.Member] = [.init("version", 1), .init("port", .int(port))]
        if let own { members.append(.init("own", .string(own.text))) }
        return JSONValue.object(members + [.init("machines", .array(machines.map(\.json)))]).text() + "\n"
    }

    /// Returns the machine with a name, ignoring case.
    package func machine(named name: String) -> PairedMachine? {
        machines.first { $0.name.lowercased() == name.lowercased() }
    }

    package func machine(_ identifier: MachineIdentifier) -> PairedMachine? {
        machines.first { $0.identifier == identifier }
    }

    /// Adds a machine. It replaces the earlier entry of the same machine, but never another machine with the same name:
    /// in that case the new one gets a number.
    ///
    /// - Returns: The machine with its name here, or `nil` if there are ``limit`` already.
    @discardableResult
    package mutating func add(_ machine: PairedMachine) -> PairedMachine? {
        var machine = machine
        machines.removeAll { $0.identifier == machine.identifier }
        guard machines.count < Self.limit else { return nil }
        let wanted = MachineName.clean(machine.name)
        machine.name = wanted
        var number = 2
        while self.machine(named: machine.name) != nil {
            machine.name = "\(wanted.shortened(toBytes: MachineName.longest - 4))-\(number)"
            number += 1
        }
        machines.append(machine)
        return machine
    }

    /// Removes a machine, which may then no longer do anything here.
    ///
    /// - Returns: The machine, or `nil` if none has that name.
    package mutating func forget(_ name: String) -> PairedMachine? {
        guard let machine = machine(named: name) else { return nil }
        machines.removeAll { $0.identifier == machine.identifier }
        return machine
    }

    /// Keeps the host and the port at which a machine was found.
    package mutating func place(_ identifier: MachineIdentifier, host: String, port: Int) {
        guard let index = machines.firstIndex(where: { $0.identifier == identifier }) else { return }
        (machines[index].host, machines[index].port) = (host, port)
    }
}
