// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Playback at the machines that are paired with this one, and continuing it here: `org.oncue.Machines1`.
package protocol MachineService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the paired machines, each with the item that it plays, in the order of their names. All are asked at
    /// once; one that does not answer takes some seconds, and is listed as not reachable.
    ///
    /// - Throws: `notAvailable` if they cannot be asked.
    func machines() async throws(Failure) -> [MachineRecord]

    /// Continues here the playback of a paired machine, which falls silent when this one can play.
    ///
    /// - Parameter machine: Its name.
    /// - Throws: `notFound` for a machine that is not paired; `refused` while something is being continued here;
    ///   `notAvailable` with the reason. Playback then continues there.
    func continueHere(from machine: String) async throws(Failure) -> ContinuedHere
}

/// A paired machine, and the item that it plays.
package struct MachineRecord: DictionaryForm, Equatable {
    package var name: String
    package var isReachable: Bool
    /// The title of the playing item; empty for an empty queue.
    package var title = ""
    package var artists: [String] = []
    package var position: Duration?
    package var isPlaying = false
    /// The time for which the user has been away from it; `nil` while it is in use.
    package var absence: Duration?

    package init(_ name: String, isReachable: Bool) { (self.name, self.isReachable) = (name, isReachable) }

    package static var blank: MachineRecord { MachineRecord("", isReachable: false) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("reachable", &isReachable)
        fields("title", &title, .ifSet)
        fields("artists", &artists, .ifSet)
        fields("position", &position)
        fields("playing", &isPlaying)
        fields("absence", &absence)
    }
}

/// The result of continuing here.
package struct ContinuedHere: DictionaryForm, Equatable {
    /// A text for people: `This machine plays Two Chairs at 0:12`.
    package var sentence: String
    /// Notes on entries that are missing or fetched.
    package var notes: [String]

    package init(_ sentence: String, notes: [String] = []) { (self.sentence, self.notes) = (sentence, notes) }

    package static var blank: ContinuedHere { ContinuedHere("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("sentence", &sentence, .required)
        fields("notes", &notes, .ifSet)
    }
}

package enum MachineMethods {
    package static let machines = Method<Nothing, Only<[MachineRecord]>>(
        ServiceNames.machines, "GetMachines", isRepeatable: true)
    package static let continueHere = Method<Only<String>, Only<ContinuedHere>>(ServiceNames.machines, "ContinueFrom")

    package static func bindings<Service: MachineService>() -> [Binding<Service>] {
        [
            Binding(machines) { service, _ in Only(try await service.machines()) },
            Binding(continueHere) { Only(try await $0.continueHere(from: $1.value)) },
        ]
    }
}
