// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
package import OnCueInterface

extension OnCueConnection {
    package func offer() async throws(ClientError) -> SuggestionOffer? {
        do throws(ClientError) {
            let reply = try await call(
                "Get", of: "org.freedesktop.DBus.Properties", [.string(ServiceNames.suggestions), .string("Offer")])
            guard let offer = WireDictionary(reply.first) else { throw .unexpectedAnswer(to: "Get") }
            return SuggestionOffer(offer)
        } catch {
            // Reading a property fails in its own way where the interface is not known.
            throw error.code == .failed ? .unknownRequest(error.message) : error
        }
    }

    package func suggestions(limit: Int) async throws(ClientError) -> [SuggestionRecord] {
        let reply = try await call(
            "GetSuggestions", of: ServiceNames.suggestions, [.uint32(UInt32(clamping: limit))])
        guard let found = reply.first.flatMap([SuggestionRecord].init(wire:)) else {
            throw .unexpectedAnswer(to: "GetSuggestions")
        }
        return found
    }

    package func acceptSuggestion(_ id: String) async throws(ClientError) -> AcceptedSuggestion {
        let reply = try await call("Accept", of: ServiceNames.suggestions, [.string(id)])
        guard let played = WireDictionary(reply.first) else { throw .unexpectedAnswer(to: "Accept") }
        return AcceptedSuggestion(
            identifier: played.text("item") ?? "", title: played.text("title") ?? "",
            subtitle: played.text("subtitle") ?? "")
    }

    package func dismissSuggestion(_ id: String, _ reason: DismissalReason) async throws(ClientError) {
        try await call("Dismiss", of: ServiceNames.suggestions, [.string(id), .string(reason.rawValue)])
    }

    package func explainSuggestion(_ id: String) async throws(ClientError) -> SuggestionRecord {
        let reply = try await call("Explain", of: ServiceNames.suggestions, [.string(id)])
        guard let suggestion = reply.first.flatMap(SuggestionRecord.init(wire:)) else {
            throw .unexpectedAnswer(to: "Explain")
        }
        return suggestion
    }
}
