// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueInterface

extension FakeService {
    func searchForeign(_ words: String, limit: Int) async throws(ClientError) -> [ForeignHit] {
        let found = try note("search foreign \(words)").foreign.filter {
            SearchWords.matches(SearchWords.of(words), in: $0.title)
        }
        return Array(found.prefix(limit))
    }

    func continueItem(_ identifier: String, of program: String) async throws(ClientError) -> ContinuedActivity {
        let name = Activity.Name(program, identifier, isItem: true)
        let found = try note("continue item \(identifier)").foreign.first { $0.name == name }
        guard let found else { throw ClientError(.notFound, "there is no such item") }
        return ContinuedActivity(.program, found.programName)
    }

    func indexItems(
        _ items: [SearchItemValues], of program: String, clientState: String
    ) async throws(ClientError) -> Int {
        throw try refusal(of: program)
    }

    func removeItems(
        _ deletion: SearchDeletion, of program: String, clientState: String
    ) async throws(ClientError) -> Int {
        throw try refusal(of: program)
    }

    func forgetItems(of program: String?, identifiers: [String]) async throws(ClientError) -> Int {
        let indexed = try note("forget items of \(program ?? "all") \(identifiers)").indexed
        let count = indexed.reduce(0) { program == nil || program == $1.key ? $0 + $1.value : $0 }
        guard count > 0 || program == nil else {
            throw ClientError(.notFound, "\(program ?? "") has no such items in the index")
        }
        return count
    }

    func clientState(of program: String) async throws(ClientError) -> String { throw try refusal(of: program) }

    private func refusal(of program: String) throws(ClientError) -> ClientError {
        _ = try note("index of \(program)")
        return ClientError(.refused, "\(program) is not declared")
    }
}
