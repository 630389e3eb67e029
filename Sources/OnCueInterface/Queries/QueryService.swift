// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueQuery

/// Saved queries, which appear as lists in For You: `org.oncue.Queries1`.
package protocol QueryService<Failure>: Sendable {
    /// `ContentError` in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns every query, in the order in which they were saved. People edit their file, so a text may be invalid.
    func savedQueries() async throws(Failure) -> [SavedQuery]

    /// Saves a query, replacing the one with the same name.
    ///
    /// - Throws: `invalidQuery`, `refused` (an invalid name, or that of a playlist, or too many queries), `unreadable`,
    ///   `storage`.
    func saveQuery(_ name: String, _ text: String) async throws(Failure)

    /// Moves a query to the trash.
    ///
    /// - Throws: `notFound`, `unreadable`, `storage`.
    func removeQuery(_ name: String) async throws(Failure)
}

// MARK: On the bus

package enum QueryMethods {
    package static let save = Method<Pair<String, String>, Nothing>(ServiceNames.queries, "Save")
    package static let remove = Method<Only<String>, Nothing>(ServiceNames.queries, "Remove")
    package static let list = Method<Nothing, Only<[SavedQuery]>>(ServiceNames.queries, "List", isRepeatable: true)
    package static let check = Method<Only<String>, QueryVerdict>(ServiceNames.queries, "Check", isRepeatable: true)
    package static let changed = Event<Nothing>(ServiceNames.queries, "Changed")

    package static func bindings<Service: QueryService>() -> [Binding<Service>] {
        [
            Binding(save) { try await $0.saveQuery($1.first, $1.second) },
            Binding(remove) { try await $0.removeQuery($1.value) },
            Binding(list) { service, _ in Only(try await service.savedQueries()) },
            Binding(check) { _, text in QueryVerdict(text.value) },
        ]
    }
}

/// The result of checking the text of a query.
package struct QueryVerdict: Sendable, Equatable {
    package var isValid: Bool
    /// The position of the error, counted from 1; 0 if there is none.
    package var column: Int
    /// Empty if there is no error.
    package var message: String

    /// Checks a text.
    package init(_ text: String) {
        do throws(ContentError) {
            _ = try ContentQuery(text)
            self = .blank
        } catch {
            var column = 1
            if case .invalidQuery(let found) = error.code { column = found }
            (isValid, self.column, message) = (false, column, error.message)
        }
    }

    private init() { (isValid, column, message) = (true, 0, "") }
}

extension QueryVerdict: WireForm {
    package static var blank: QueryVerdict { QueryVerdict() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("ok", &isValid)
        fields("column", &column)
        fields("message", &message)
    }
}

extension SavedQuery: StructureForm {
    package static var blank: SavedQuery { SavedQuery(name: "", text: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name)
        fields("query", &text)
    }
}
