// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueActivities
internal import OnCueCore

/// The items of programs that searches find: `org.oncue.SearchIndex1`.
package protocol SearchIndexService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the content of other programs that matches every word, each as the beginning of a word: activities and
    /// the items of their indexes, best first.
    func searchForeign(_ words: String, limit: Int) async throws(Failure) -> [ForeignHit]

    /// Shows an item of the index in its program, or opens its web page. Playback is not interrupted.
    ///
    /// - Throws: `notFound`, `providerUnavailable`, `notAvailable`, `storage`.
    func continueItem(_ identifier: String, of program: String) async throws(Failure) -> ContinuedActivity

    /// Adds items of a program of the caller, all or none, replacing those with the same identifiers.
    ///
    /// - Parameter clientState: The state of the program after this, which is stored together with the items; empty
    ///   leaves the stored state unchanged.
    /// - Returns: The number of items of the program.
    /// - Throws: `refused` (the caller does not have the declared name; too many), `invalidValue`, `storage`.
    func indexItems(
        _ items: [SearchItemValues], of program: String, clientState: String
    ) async throws(Failure) -> Int

    /// Removes items by their identifiers, by their domains with all below them, or all.
    ///
    /// - Returns: The number of items removed.
    /// - Throws: `refused`, `storage`.
    func removeItems(
        _ deletion: SearchDeletion, of program: String, clientState: String
    ) async throws(Failure) -> Int

    /// Removes items of a program, or all items, on behalf of the user.
    ///
    /// - Parameters:
    ///   - program: `nil` for all programs.
    ///   - identifiers: Empty for all, and the client state.
    /// - Returns: The number of items removed.
    /// - Throws: `notFound` if the program has none, `storage`.
    func forgetItems(of program: String?, identifiers: [String]) async throws(Failure) -> Int

    /// Returns the state that a program has stored last; empty at first.
    ///
    /// - Throws: `refused`, `storage`.
    func clientState(of program: String) async throws(Failure) -> String
}

/// The values of an item, before the service knows its program.
package struct SearchItemValues: Sendable, Equatable {
    private let values: [String: BusValue]

    package init(_ values: [String: BusValue]) { self.values = values }

    package init(_ item: SearchItem) { values = FormWriter.dictionary(item) }

    /// The identifier or the title, as given, by which a program recognises its item in an error.
    package var label: String {
        for key in ["identifier", "title"] {
            if let text = values[key]?.stringValue, !text.isEmpty { return "\(key) \"\(text.prefix(100))\"" }
        }
        return "without identifier"
    }

    /// Returns the item of a program.
    ///
    /// - Throws: `invalidValue`, with the key and its valid values.
    package func item(of program: String) throws(ServiceError) -> SearchItem {
        try Location.check(in: values)
        var item = try FormReader.options(SearchItem.self, in: values)
        item.name.program = program
        do throws(ActivityRefusal) { try item.check() } catch { throw ServiceError(error) }
        return item
    }
}

// MARK: On the bus

package enum SearchIndexMethods {
    package static let search = Method<Pair<String, Int>, Only<[ForeignHit]>>(
        ServiceNames.searchIndex, "Search", isRepeatable: true)
    package static let resume = Method<Pair<String, String>, ContinuedActivity>(ServiceNames.searchIndex, "Continue")
    package static let index = Method<IndexRequest, Only<Int>>(ServiceNames.searchIndex, "Index", isRepeatable: true)
    package static let deleteItems = Method<RemovalRequest, Only<Int>>(ServiceNames.searchIndex, "DeleteItems")
    package static let deleteDomains = Method<RemovalRequest, Only<Int>>(ServiceNames.searchIndex, "DeleteDomains")
    package static let deleteAll = Method<Only<String>, Only<Int>>(ServiceNames.searchIndex, "DeleteAll")
    package static let forget = Method<Pair<String, [String]>, Only<Int>>(ServiceNames.searchIndex, "Forget")
    package static let state = Method<Only<String>, Only<String>>(
        ServiceNames.searchIndex, "GetClientState", isRepeatable: true)

    package static func bindings<Service: SearchIndexService>() -> [Binding<Service>] {
        [
            Binding(search) { Only(try await $0.searchForeign($1.first, limit: PageLimit.granted($1.second))) },
            Binding(resume) { try await $0.continueItem($1.second, of: $1.first) },
            Binding(index) { service, request in
                Only(
                    try await service.indexItems(
                        request.items, of: request.program, clientState: request.clientState))
            },
            Binding(deleteItems) { service, request in
                Only(
                    try await service.removeItems(
                        .items(request.names), of: request.program, clientState: request.clientState))
            },
            Binding(deleteDomains) { service, request in
                Only(
                    try await service.removeItems(
                        .domains(request.names), of: request.program, clientState: request.clientState))
            },
            Binding(deleteAll) { Only(try await $0.removeItems(.all, of: $1.value, clientState: "")) },
            Binding(forget) { service, what in
                let program = what.first.isEmpty ? nil : what.first
                return Only(try await service.forgetItems(of: program, identifiers: what.second))
            },
            Binding(state) { Only(try await $0.clientState(of: $1.value)) },
        ]
    }
}

/// The arguments of `Index`.
package struct IndexRequest: WireForm {
    package var program: String
    /// Items that cannot be read make all of it unreadable.
    private var list: WholeList<SearchItemValues>
    package var clientState: String

    package var items: [SearchItemValues] { list.elements }

    package init(_ program: String, _ items: [SearchItemValues], _ clientState: String) {
        (self.program, list, self.clientState) = (program, WholeList(items), clientState)
    }

    package static var blank: IndexRequest { IndexRequest("", [], "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &program)
        fields("items", &list)
        fields("clientState", &clientState)
    }
}

/// The arguments of `DeleteItems` and `DeleteDomains`.
package struct RemovalRequest: WireForm {
    package var program: String
    /// Identifiers or domains.
    package var names: [String]
    package var clientState: String

    package init(_ program: String, _ names: [String], _ clientState: String) {
        (self.program, self.names, self.clientState) = (program, names, clientState)
    }

    package static var blank: RemovalRequest { RemovalRequest("", [], "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &program)
        fields("names", &names)
        fields("clientState", &clientState)
    }
}

extension SearchItemValues: WireField, Blank {
    package static var blank: SearchItemValues { SearchItemValues([:]) }
    package static var signature: String { "a{sv}" }
    package var wire: BusValue { .dictionary(values) }

    package init?(wire: BusValue) {
        guard let values = wire.dictionaryValue else { return nil }
        self.values = values
    }
}

extension SearchItem: DictionaryForm {
    package static var blank: SearchItem { SearchItem(.init("", ""), title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &name.identifier)
        fields("title", &title)
        fields("domain", &domain, .ifSet)
        fields("keywords", &keywords, .ifSet)
        fields("description", &summary)
        fields("thumbnail", &thumbnail)
        fields("webPage", &webPage)
        fields("location", &location)
        fields("date", &date)
        fields("expires", &expires)
    }
}

extension ForeignHit: DictionaryForm {
    package static var blank: ForeignHit {
        ForeignHit(Activity(.init("", "", isItem: true), type: "", title: ""), programName: "")
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &name.program, .required)
        fields("identifier", &name.identifier, .required)
        fields("programName", &programName)
        fields("title", &title)
        fields("description", &summary)
        fields("thumbnail", &thumbnail)
        fields("location", &location)
        fields("date", &date)
        fields("activity", &isActivity, .ifSet)
    }
}
