// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueInterface

extension OnCueConnection: SearchIndexService {
    package func searchForeign(_ words: String, limit: Int) async throws(ServiceError) -> [ForeignHit] {
        try await call(SearchIndexMethods.search, Pair(words, limit)).value
    }

    package func continueItem(
        _ identifier: String, of program: String
    ) async throws(ServiceError) -> ContinuedActivity {
        try await call(SearchIndexMethods.resume, Pair(program, identifier))
    }

    package func indexItems(
        _ items: [SearchItemValues], of program: String, clientState: String
    ) async throws(ServiceError) -> Int {
        try await call(SearchIndexMethods.index, IndexRequest(program, items, clientState)).value
    }

    package func removeItems(
        _ deletion: SearchDeletion, of program: String, clientState: String
    ) async throws(ServiceError) -> Int {
        switch deletion {
        case .items(let names):
            try await call(SearchIndexMethods.deleteItems, RemovalRequest(program, names, clientState)).value
        case .domains(let names):
            try await call(SearchIndexMethods.deleteDomains, RemovalRequest(program, names, clientState)).value
        case .all: try await call(SearchIndexMethods.deleteAll, Only(program)).value
        }
    }

    package func forgetItems(of program: String?, identifiers: [String]) async throws(ServiceError) -> Int {
        try await call(SearchIndexMethods.forget, Pair(program ?? "", identifiers)).value
    }

    package func clientState(of program: String) async throws(ServiceError) -> String {
        try await call(SearchIndexMethods.state, Only(program)).value
    }
}
