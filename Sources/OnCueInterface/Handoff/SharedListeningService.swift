// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Listening that paired machines share: `org.oncue.SharedListening1`.
package protocol SharedListeningService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Processes a message of another machine, and returns the next one for it. Each message may be lost or repeated.
    ///
    /// - Parameters:
    ///   - machine: The identifier of the paired machine that sent the message.
    ///   - message: As `SharedMessage` writes it; empty to begin.
    /// - Throws: `refused` if nothing is shared here, or the machine is not paired; `invalidValue`, `storage`.
    func exchangeListening(_ machine: String, _ message: String) async throws(Failure) -> String

    /// Erases everything that came from a machine.
    ///
    /// - Returns: The number of changes erased.
    /// - Throws: `invalidValue` if the text is not the identifier of a machine, `storage`.
    func eraseListening(of machine: String) async throws(Failure) -> Int

    /// Returns the reasons why something was not accepted at the last exchange with a machine, here or there; machines
    /// for which everything was accepted are not listed.
    func listeningNotes() async throws(Failure) -> [ListeningNote]
}

/// The reason why not everything was accepted at the last exchange with a machine.
package struct ListeningNote: DictionaryForm, Equatable {
    /// The identifier of the machine.
    package var machine: String
    /// A text for people.
    package var reason: String

    package init(_ machine: String, _ reason: String) { (self.machine, self.reason) = (machine, reason) }

    package static var blank: ListeningNote { ListeningNote("", "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("machine", &machine, .required)
        fields("reason", &reason, .required)
    }
}

// MARK: On the bus

package enum SharedListeningMethods {
    package static let exchange = Method<Pair<String, String>, Only<String>>(
        ServiceNames.sharedListening, "Exchange", isRepeatable: true)
    package static let notes = Method<Nothing, Only<[ListeningNote]>>(
        ServiceNames.sharedListening, "GetNotes", isRepeatable: true)
    package static let erase = Method<Only<String>, Only<Int>>(ServiceNames.sharedListening, "Erase")

    package static func bindings<Service: SharedListeningService>() -> [Binding<Service>] {
        [
            Binding(exchange) { Only(try await $0.exchangeListening($1.first, $1.second)) },
            Binding(erase) { service, machine in
                guard machine.value.utf8.count == 64, machine.value.allSatisfy(\.isHexDigit) else {
                    throw ServiceError(
                        .invalidValue, "a machine is named by the hash of its certificate, 64 hexadecimal digits")
                }
                return Only(try await service.eraseListening(of: machine.value))
            },
            Binding(notes) { service, _ in Only(try await service.listeningNotes()) },
        ]
    }
}
