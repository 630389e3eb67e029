// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The paired machine at the other end of a link, as `oncue-link` tells it to the program that answers: on a line before all
/// that comes from there, so that no other machine can say it of itself.
package struct LinkCaller: Sendable, Equatable {
    package var identifier: MachineIdentifier
    /// Its name here.
    package var name: String

    package init(_ machine: PairedMachine) { (identifier, name) = (machine.identifier, machine.name) }

    package var line: String {
        JSONValue.object([
            .init("caller", .string(identifier.text)), .init("name", .string(name)),
        ]).text()
    }

    /// `nil` for any other line.
    package init?(line: String) {
        guard line.utf8.count <= 1_024, let json = try? JSONValue(parsing: line),
            let identifier = json["caller"]?.stringValue.flatMap(MachineIdentifier.init),
            let name = json["name"]?.stringValue, name == MachineName.clean(name)
        else { return nil }
        (self.identifier, self.name) = (identifier, name)
    }
}
