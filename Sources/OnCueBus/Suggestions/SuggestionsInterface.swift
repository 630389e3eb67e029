// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// Answers the methods of `org.oncue.Suggestions1`.
@MediaActor
final class SuggestionsInterface: ExportedInterface {
    private static let usualCount = 10
    private static let largestCount = 50

    nonisolated let introspectionXML = Introspection.suggestions
    let center: SuggestionCenter
    let manager: PlayableContentManager

    init(center: SuggestionCenter, manager: PlayableContentManager) {
        self.center = center
        self.manager = manager
    }

    func properties() -> [String: BusValue] { ["Offer": .dictionary(center.offer?.busValues ?? [:])] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        if let learned = try await answerAboutLearned(call) { return learned }
        let text = call.arguments.first?.stringValue ?? ""
        switch call.member {
        case "GetSuggestions":
            let limit = call.arguments.first?.intValue ?? 0
            return [
                await center.suggestions(limit: limit == 0 ? Self.usualCount : min(limit, Self.largestCount)).busValue
            ]
        case "Accept": return [.dictionary(try await accept(text))]
        case "Dismiss":
            try await center.dismiss(text, try reason(call.arguments.last?.stringValue ?? ""))
        case "ShowNext": center.showNext()
        case "Explain": return [.dictionary(try explain(text))]
        case "GetSettings": return [.dictionary(center.settings.busValues)]
        case "SetSettings":
            var settings = center.settings
            try settings.take(call.arguments.first)
            let wanted = settings
            try await center.change { $0 = wanted }
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }

    private func accept(_ text: String) async throws -> [String: BusValue] {
        let played = try await center.accept(text)
        var values = BusDictionary()
        values.set("title", played.item.title)
        values.set("subtitle", played.targetTitle ?? played.item.subtitle)
        values.set("item", played.item.identifier.description)
        values.set("position", played.position)
        return values.values.bounded
    }

    private func reason(_ text: String) throws(BusError) -> SuggestionCenter.DismissalReason {
        if text.isEmpty { return .notNow }
        guard let reason = SuggestionCenter.DismissalReason(rawValue: text) else {
            let known = SuggestionCenter.DismissalReason.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlError.invalidValue("\"\(text.prefix(40))\" is not a reason; expected one of \(known)")
        }
        return reason
    }

    private func explain(_ text: String) throws(ContentError) -> [String: BusValue] {
        let (suggestion, moment, trigger) = try center.explain(text)
        var values = suggestion.busValues
        values["time"] = .int64(Int64(moment.time))
        if let place = moment.place { values["place"] = .string(place) }
        if let device = moment.device { values["device"] = .string(device) }
        if let trigger { values["trigger"] = .string(trigger.kind.rawValue) }
        return values
    }
}
