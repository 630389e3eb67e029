// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The paired machine at the other end of a link. `oncue-link` introduces it to the answering program on a line before
/// anything that the machine sends, so no machine can claim to be another one.
package struct LinkCaller: Sendable, Equatable {
    package var identifier: MachineIdentifier
    /// The name that it has on this machine.
    package var name: String

    package init(_ machine: PairedMachine) { (identifier, name) = (machine.identifier, machine.name) }

    package var line: String {
        JSONValue.object([
            .init("caller", .string(identifier.text)), .init("name", .string(name)),
        ]).text()
    }

    /// Reads the line; `nil` for any other line.
    package init?(line: String) {
        guard line.utf8.count <= 1_024, let json = try? JSONValue(parsing: line),
            let identifier = json["caller"]?.stringValue.flatMap(MachineIdentifier.init),
            let name = json["name"]?.stringValue, name == MachineName.clean(name)
        else { return nil }
        (self.identifier, self.name) = (identifier, name)
    }
}
