// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
internal import OnCueCore

/// What programs want to be found by searches: `org.oncue.SearchIndex1`.
package protocol SearchIndexService<Failure>: Sendable {
    /// Whatever fails in the process of the service, errors of the service elsewhere.
    associatedtype Failure: Error

    /// Returns what other programs have that matches every word, each the beginning of a word: their activities and the
    /// items of their index, best first.
    func searchForeign(_ words: String, limit: Int) async throws(Failure) -> [ForeignHit]

    /// Puts items of a program of the caller in, all or none, replacing those with their identifiers.
    ///
    /// - Parameter clientState: Where the program is then, which is kept together with the items; empty leaves it as it
    ///   is.
    /// - Returns: The number of items of the program.
    /// - Throws: `refused` (the caller has not the declared name; too many), `invalidValue`, `storage`.
    func indexItems(
        _ items: [SearchItemValues], of program: String, clientState: String
    ) async throws(Failure) -> Int

    /// Takes items out by their identifiers, by their domains with all below them, or all.
    ///
    /// - Returns: How many.
    /// - Throws: `refused`, `storage`.
    func removeItems(
        _ deletion: SearchDeletion, of program: String, clientState: String
    ) async throws(Failure) -> Int

    /// Returns where a program is, as it has said last; empty at first.
    ///
    /// - Throws: `refused`, `storage`.
    func clientState(of program: String) async throws(Failure) -> String
}

/// The values of an item, before the service knows whose it is.
package struct SearchItemValues: Sendable, Equatable {
    private var item: SearchItem

    package init(_ item: SearchItem) { self.item = item }

    /// Returns the item of a program.
    package func item(of program: String) -> SearchItem {
        var item = item
        item.name.program = program
        return item
    }
}

// MARK: On the bus

package enum SearchIndexMethods {
    package static let search = Method<Pair<String, Int>, Only<[ForeignHit]>>(
        ServiceNames.searchIndex, "Search", isRepeatable: true)
    package static let index = Method<IndexRequest, Only<Int>>(ServiceNames.searchIndex, "Index", isRepeatable: true)
    package static let deleteItems = Method<RemovalRequest, Only<Int>>(ServiceNames.searchIndex, "DeleteItems")
    package static let deleteDomains = Method<RemovalRequest, Only<Int>>(ServiceNames.searchIndex, "DeleteDomains")
    package static let deleteAll = Method<Only<String>, Only<Int>>(ServiceNames.searchIndex, "DeleteAll")
    package static let state = Method<Only<String>, Only<String>>(
        ServiceNames.searchIndex, "GetClientState", isRepeatable: true)

    package static func bindings<Service: SearchIndexService>() -> [Binding<Service>] {
        [
            Binding(search) { Only(try await $0.searchForeign($1.first, limit: PageLimit.granted($1.second))) },
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

extension SearchItemValues: DictionaryForm {
    package static var blank: SearchItemValues { SearchItemValues(SearchItem(.init("", ""), title: "")) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &item.name.identifier, .required)
        fields("title", &item.title, .required)
        fields("domain", &item.domain, .ifSet)
        fields("keywords", &item.keywords, .ifSet)
        fields("description", &item.summary)
        fields("thumbnail", &item.thumbnail)
        fields("webPage", &item.webPage)
        fields("location", &item.location)
        fields("date", &item.date)
        fields("expires", &item.expires)
    }
}

extension ForeignHit: DictionaryForm {
    package static var blank: ForeignHit {
        ForeignHit(Activity(.init("", ""), type: "", title: ""), programName: "", isActivity: false)
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
