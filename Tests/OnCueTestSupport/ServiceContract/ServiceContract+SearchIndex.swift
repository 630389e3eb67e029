// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueInterface

extension ServiceContract {
    /// Checks the index for a client that is no declared program.
    package static func searchIndex(_ service: some SearchIndexService, _ notes: Notes) async throws {
        notes.expect(
            notes.heard(try await service.searchForeign("blue", limit: 5)).isEmpty, "there is nothing at first")
        notes.expect(
            notes.heard(try await service.forgetItems(of: nil, identifiers: [])) == 0, "there is nothing to forget")
        for program in ["org.example.None", "org.oncue.OnCue", ""] {
            let item = SearchItemValues(SearchItem(.init(program, "1"), title: "Blue"))
            await notes.expect(.refused, "\(program) puts nothing in") {
                _ = try await service.indexItems([item], of: program, clientState: "")
            }
            for deletion in [SearchDeletion.items(["1"]), .domains(["a"]), .all] {
                await notes.expect(.refused, "nor takes anything out") {
                    _ = try await service.removeItems(deletion, of: program, clientState: "")
                }
            }
            if !program.isEmpty {
                await notes.expect(.notFound, "and has nothing that could be forgotten") {
                    _ = try await service.forgetItems(of: program, identifiers: [])
                }
            }
            await notes.expect(.notFound, "nor shows anything") {
                _ = try await service.continueItem("1", of: program)
            }
            await notes.expect(.refused, "nor is anywhere") { _ = try await service.clientState(of: program) }
        }
    }
}
