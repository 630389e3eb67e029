// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import OnCueCore
package import OnCueIntents

package enum IntentMethods {
    package static let list = Method<Pair<Int, Int>, IntentPage>(ServiceNames.intents, "List", isRepeatable: true)
    package static let perform = Method<Only<Strict<IntentRequest>>, Only<IntentOutcome>>(
        ServiceNames.intents, "Perform")
    package static let say = Method<Pair<String, Strict<SayOptions>>, Only<IntentOutcome>>(
        ServiceNames.intents, "Say")
    package static let shortcuts = Method<Nothing, Only<[Shortcut]>>(
        ServiceNames.intents, "GetShortcuts", isRepeatable: true)
    package static let setShortcut = Method<Only<Strict<Shortcut>>, Nothing>(
        ServiceNames.intents, "SetShortcut", isRepeatable: true)
    package static let removeShortcut = Method<Only<String>, Nothing>(ServiceNames.intents, "RemoveShortcut")
    package static let runShortcut = Method<Only<Strict<IntentRequest>>, Only<IntentOutcome>>(
        ServiceNames.intents, "RunShortcut")
    package static let cues = Method<Nothing, Only<[CueRecord]>>(ServiceNames.intents, "GetCues", isRepeatable: true)
    package static let setCue = Method<Only<Strict<CueRecord>>, Nothing>(
        ServiceNames.intents, "SetCue", isRepeatable: true)
    package static let removeCue = Method<Only<String>, Nothing>(ServiceNames.intents, "RemoveCue")

    package static func bindings<Service: IntentService>() -> [Binding<Service>] {
        [
            Binding(list) { service, page in
                let all = try await service.intents()
                return IntentPage(
                    total: all.count,
                    items: Array(all.dropFirst(page.first).prefix(PageLimit.granted(page.second))))
            },
            Binding(perform) { Only(try await $0.perform(try $1.value.understood())) },
            Binding(say) { Only(try await $0.say($1.first, try $1.second.understood())) },
            Binding(shortcuts) { service, _ in Only(try await service.shortcuts()) },
            Binding(setShortcut) { try await $0.setShortcut(try $1.value.understood()) },
            Binding(removeShortcut) { try await $0.removeShortcut($1.value) },
            Binding(runShortcut) { service, request in
                let request = try request.value.understood()
                return Only(
                    try await service.runShortcut(
                        request.intent, request.values, isConfirmed: request.isConfirmed))
            },
            Binding(cues) { service, _ in Only(try await service.cues()) },
            Binding(setCue) { try await $0.setCue(try $1.value.understood()) },
            Binding(removeCue) { try await $0.removeCue($1.value) },
        ]
    }
}

// MARK: Values

/// Values by their names.
struct IntentValues: WireField, Blank {
    var values: [String: ParameterValue]

    init(_ values: [String: ParameterValue]) { self.values = values }

    static var blank: IntentValues { IntentValues([:]) }
    static var signature: String { "a{sv}" }
    static var expectation: String { "a dictionary of texts, numbers, truth values and pairs of identifier and title" }
    var isUnset: Bool { values.isEmpty }
    var wire: BusValue { .dictionary(values.mapValues(\.wire)) }

    /// A value of the wrong type makes all of it unreadable.
    init?(wire: BusValue) {
        guard let dictionary = wire.dictionaryValue else { return nil }
        values = [:]
        for (name, value) in dictionary {
            guard let read = ParameterValue(wire: value.unwrapped) else { return nil }
            values[name] = read
        }
    }
}

extension ParameterValue {
    package var wire: BusValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .object(let identifier, let title): .structure([.string(identifier), .string(title)])
        }
    }

    package init?(wire: BusValue) {
        if let flag = wire.boolValue {
            self = .flag(flag)
        } else if let number = wire.doubleValue ?? wire.intValue.map(Double.init) {
            guard number.isFinite else { return nil }
            self = .number(number)
        } else if let text = wire.stringValue {
            self = .text(text)
        } else if let members = wire.arrayValue, members.count == 2, let identifier = members[0].stringValue,
            let title = members[1].stringValue
        {
            self = .object(identifier: identifier, title: title)
        } else {
            return nil
        }
    }
}

extension IntentRequest: DictionaryForm {
    package static var blank: IntentRequest { IntentRequest("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        var given = IntentValues(values)
        fields("intent", &intent, .required)
        fields("values", &given, .ifSet)
        fields("confirmed", &isConfirmed, .ifSet)
        fields("unattended", &isUnattended, .ifSet)
        fields("language", &language, .ifSet)
        values = given.values
    }
}

extension SayOptions: DictionaryForm {
    package static var blank: SayOptions { SayOptions() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("language", &language, .ifSet)
        fields("reading", &reading)
        fields("confirmed", &isConfirmed, .ifSet)
        fields("rehearsal", &isRehearsal, .ifSet)
    }
}

extension Shortcut: DictionaryForm {
    package static var blank: Shortcut { Shortcut("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("phrase", &phrase, .ifSet)
        fields("key", &key, .ifSet)
        fields("boundKey", &boundKey)
        fields("menu", &isInMenu, .ifSet)
        fields("steps", &steps)
    }
}

extension Shortcut.Step: DictionaryForm {
    package static var blank: Shortcut.Step { Shortcut.Step("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        var given = IntentValues(values)
        fields("intent", &intent, .required)
        fields("values", &given, .ifSet)
        values = given.values
    }
}

extension CueRecord: DictionaryForm {
    package static var blank: CueRecord { CueRecord("", "", runs: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("when", &occasion, .required)
        fields("run", &shortcut, .required)
        fields("perform", &isPerformed, .ifSet)
        fields("volume", &volumeLimit)
        fields("coolDown", &coolDown)
    }
}

// MARK: Outcomes

extension IntentOutcome.State: WireField {}

extension IntentOutcome: DictionaryForm {
    package static var blank: IntentOutcome { IntentOutcome(.done, "", title: "", sentence: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        var (given, added) = (IntentValues(values), IntentValues(properties))
        fields("state", &state, .required)
        fields("intent", &intent)
        fields("title", &title)
        fields("sentence", &sentence)
        fields("code", &code, .ifSet)
        fields("values", &given, .ifSet)
        fields("parameter", &parameter, .ifSet)
        fields("choices", &choices, .ifSet)
        fields("lines", &lines, .ifSet)
        fields("picture", &picture)
        fields("properties", &added, .ifSet)
        fields("items", &items, .ifSet)
        fields("total", &total)
        fields("undoable", &isUndoable, .ifSet)
        (values, properties) = (given.values, added.values)
    }
}

extension IntentChoice: StructureForm {
    package static var blank: IntentChoice { IntentChoice("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name)
        fields("title", &title)
        fields("subtitle", &subtitle)
    }
}

// MARK: Definitions

extension IntentParameter.Kind: WireField {}
extension IntentDefinition.Category: WireField {}
extension IntentDefinition.Effect: WireField {}

extension IntentParameter: DictionaryForm {
    package static var blank: IntentParameter { IntentParameter("", .text) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var usual = IntentValues(fallback.map { ["value": $0] } ?? [:])
        var (least, most) = (bounds?.lowerBound, bounds?.upperBound)
        fields("name", &name, .required)
        fields("title", &title)
        fields("type", &kind, .required)
        fields("required", &isRequired, .ifSet)
        fields("default", &usual, .ifSet)
        fields("prompt", &prompt, .ifSet)
        fields("choices", &choices, .ifSet)
        fields("minimum", &least)
        fields("maximum", &most)
        fields("description", &summary, .ifSet)
        fallback = usual.values["value"]
        if let least, let most, least <= most { bounds = least...most }
    }
}

extension ShortcutForm: DictionaryForm {
    package static var blank: ShortcutForm { ShortcutForm([], title: IntentTemplate("")) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var (main, second) = (title.text, subtitle?.text)
        fields("parameters", &parameters)
        fields("title", &main)
        fields("subtitle", &second)
        fields("background", &isBackground)
        (title, subtitle) = (IntentTemplate(main), second.map { IntentTemplate($0) })
    }
}

extension IntentResponse: DictionaryForm {
    package static var blank: IntentResponse { IntentResponse("", isSuccess: false, text: IntentTemplate("")) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var sentence = text.text
        fields("code", &code, .required)
        fields("success", &isSuccess)
        fields("properties", &properties, .ifSet)
        fields("text", &sentence)
        text = IntentTemplate(sentence)
    }
}

extension IntentRecord: DictionaryForm {
    package static var blank: IntentRecord {
        IntentRecord(IntentDefinition(IntentDefinition.Name("", ""), title: ""), programName: "")
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &definition.name.program, .required)
        fields("name", &definition.name.intent, .required)
        fields("programName", &programName)
        fields("category", &definition.category)
        fields("title", &definition.title)
        fields("description", &definition.summary, .ifSet)
        fields("confirm", &definition.isConfirmed, .ifSet)
        fields("effect", &definition.effect)
        fields("unlock", &definition.needsUnlock, .ifSet)
        fields("parameters", &definition.parameters, .ifSet)
        fields("shortcuts", &definition.shortcuts, .ifSet)
        fields("responses", &definition.responses, .ifSet)
        fields("phrase", &definition.phrase, .ifSet)
        fields("keywords", &definition.keywords, .ifSet)
        fields("image", &definition.image, .ifSet)
    }
}

extension IntentPage: WireForm {
    package static var blank: IntentPage { IntentPage(total: 0, items: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("items", &items)
    }
}
