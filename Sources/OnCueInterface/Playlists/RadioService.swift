// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The radio stations, which are named by places or their names: `org.oncue.Radio1`.
package protocol RadioService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Adds a station. Like every change here, it is on disk when this returns.
    ///
    /// - Parameter address: The http or https address of a stream, or of a playlist that points to one.
    /// - Returns: The identifier of the new station.
    /// - Throws: `invalidValue`, `refused` (an invalid name or address, or one that is taken), `storage`.
    func addStation(_ name: String, at address: String) async throws(Failure) -> String

    /// Moves a station to the trash.
    ///
    /// - Throws: `notFound`, `storage`.
    func removeStation(_ station: String) async throws(Failure)

    /// Renames a station; its identifier stays the same.
    ///
    /// - Throws: `notFound`, `refused`, `storage`.
    func renameStation(_ station: String, to name: String) async throws(Failure)
}

// MARK: On the bus

package enum RadioMethods {
    package static let add = Method<Pair<String, String>, Only<String>>(ServiceNames.radio, "Add")
    package static let remove = Method<Only<String>, Nothing>(ServiceNames.radio, "Remove")
    package static let rename = Method<Pair<String, String>, Nothing>(ServiceNames.radio, "Rename")

    package static func bindings<Service: RadioService>() -> [Binding<Service>] {
        [
            Binding(add) { Only(try await $0.addStation($1.first, at: $1.second)) },
            Binding(remove) { try await $0.removeStation($1.value) },
            Binding(rename) { try await $0.renameStation($1.first, to: $1.second) },
        ]
    }
}
