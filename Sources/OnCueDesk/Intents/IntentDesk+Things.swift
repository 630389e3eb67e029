// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueRuntime

/// Finds the things of this service that words mean, for the tasks of programs: a program receives the identifier of
/// the item or the output, and never has to guess.
@MediaActor
extension IntentDesk {
    /// The most choices of a question.
    private static let choices = 12

    /// Returns the values with their words replaced by the things that they mean. A place or a person that is not known
    /// here stays as given: a program may know more of them.
    ///
    /// - Throws: ``IntentQuestion`` if words mean several things or none.
    func withThings(
        _ values: [String: ParameterValue], of definition: IntentDefinition
    ) async throws -> [String: ParameterValue] {
        var values = values
        for parameter in definition.parameters {
            guard case .text(let words)? = values[parameter.name] else { continue }
            switch parameter.kind {
            case .item: values[parameter.name] = try await item(words, parameter)
            case .output:
                let known = try await doors.outputs.outputs().outputs.map {
                    IntentChoice($0.identifier, $0.title, subtitle: $0.kind)
                }
                values[parameter.name] = try Self.one(words, known, parameter, isOpen: false)
            case .device:
                let known = try await doors.triggers.triggerDevices().map {
                    IntentChoice($0.id, $0.name, subtitle: $0.kind)
                }
                values[parameter.name] = try Self.one(words, known, parameter, isOpen: false)
            case .place:
                let known = try await doors.triggers.places().map { IntentChoice($0.name, $0.name) }
                values[parameter.name] = try Self.one(words, known, parameter, isOpen: true)
            case .person:
                let known = try await doors.people().map {
                    IntentChoice($0.name, $0.name, subtitle: $0.mails.first ?? $0.telephones.first ?? "")
                }
                values[parameter.name] = try Self.one(words, known, parameter, isOpen: true)
            case .text, .number, .duration, .moment, .boolean, .choice, .object: break
            }
        }
        return values
    }

    private func item(_ words: String, _ parameter: IntentParameter) async throws -> ParameterValue {
        if ContentIdentifier(words) == nil {
            let wanted = TextFolding.fold(words)
            let found = try await doors.content.search(IntentPerformer.quoted(words), offset: 0, limit: 50).items
            let same = found.filter { TextFolding.fold($0.title) == wanted }
            if same.count > 1 {
                throw IntentQuestion(
                    parameter.name, parameter.question,
                    same.prefix(Self.choices).map {
                        IntentChoice(
                            $0.identifier, $0.title,
                            subtitle: [$0.kind, $0.subtitle].filter { !$0.isEmpty }.joined(separator: ", "))
                    })
            }
            if let one = same.first { return .object(identifier: one.identifier, title: one.title) }
        }
        do {
            let named = try await doors.content.resolve(words, opens: false).items
            guard let one = named.first else { throw IntentQuestion(parameter.name, Self.unknown(words, parameter)) }
            return .object(identifier: one.identifier, title: one.title)
        } catch let error where [.nothingMatches, .notFound].contains(ServiceError(error).code) {
            throw IntentQuestion(parameter.name, Self.unknown(words, parameter))
        }
    }

    /// - Parameter isOpen: Whether words that mean none of the known things are accepted as a value.
    private static func one(
        _ words: String, _ known: [IntentChoice], _ parameter: IntentParameter, isOpen: Bool
    ) throws(IntentQuestion) -> ParameterValue {
        let wanted = TextFolding.fold(words)
        if let exact = known.first(where: { $0.name == words }) {
            return .object(identifier: exact.name, title: exact.title)
        }
        var found = known.filter { TextFolding.fold($0.title) == wanted }
        if found.isEmpty { found = known.filter { TextFolding.fold($0.title).contains(wanted) } }
        if found.count == 1 { return .object(identifier: found[0].name, title: found[0].title) }
        guard found.isEmpty else {
            throw IntentQuestion(parameter.name, parameter.question, Array(found.prefix(choices)))
        }
        if isOpen { return .text(words) }
        throw IntentQuestion(parameter.name, unknown(words, parameter), Array(known.prefix(choices)))
    }

    private static func unknown(_ words: String, _ parameter: IntentParameter) -> String {
        "\"\(words.prefix(100))\" is not known. \(parameter.question)"
    }
}
