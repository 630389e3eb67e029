// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore

/// The parts of a file, from the outside in.
extension IntentReading {
    mutating func file(_ value: JSONValue) -> IntentFile {
        let path = JSONPath()
        guard object(value, path, knows: ["program", "name", "path", "deadline", "intents"]) else {
            return IntentFile(program: "", programName: "", objectPath: "", intents: [])
        }
        let program = string(value, "program", path, isRequired: true)
        if !program.isEmpty, !Self.isBusName(program) {
            mistake(path.name("program"), "must be a name on the bus, such as org.example.Coffee")
        }
        if program == ServiceNames.busName, !isBuiltin {
            mistake(path.name("program"), "must not be the name of the service")
        }
        let objectPath = string(value, "path", path)
        if !objectPath.isEmpty, !Self.isObjectPath(objectPath) {
            mistake(path.name("path"), "must be an object path, such as /org/example/Coffee")
        }
        let name = string(value, "name", path)
        let found = list(value, "intents", path, limit: IntentLimits.intents)
        if found.isEmpty { mistake(path, "must have \"intents\" with at least one") }
        let intents = found.map { intent($0.value, $0.path, program: program) }
        unique(intents.map(\.name.intent)) { found[$0].path }
        return IntentFile(
            program: program, programName: name.isEmpty ? program : name,
            objectPath: objectPath.isEmpty ? "/" + program.split(separator: ".").joined(separator: "/") : objectPath,
            deadline: deadline(value, path), intents: intents)
    }

    private mutating func deadline(_ value: JSONValue, _ path: JSONPath) -> Int? {
        guard let found = value["deadline"] else { return nil }
        if let time = found.intValue, (100...20_000).contains(time) { return time }
        mistake(path.name("deadline"), "must be a whole number of milliseconds from 100 to 20000")
        return nil
    }

    private mutating func intent(_ value: JSONValue, _ path: JSONPath, program: String) -> IntentDefinition {
        guard
            object(
                value, path,
                knows: [
                    "name", "category", "title", "description", "confirm", "effect", "unlock", "parameters",
                    "shortcuts", "responses", "phrase", "keywords", "image",
                ])
        else { return IntentDefinition(IntentDefinition.Name(program, ""), title: "") }
        let name = string(value, "name", path, isRequired: true)
        if !name.isEmpty, !IntentWords.isName(name) {
            mistake(path.name("name"), "must be a letter, and then letters, digits, _ or -, at most 64")
        }
        var intent = IntentDefinition(
            IntentDefinition.Name(program, name), title: string(value, "title", path, isRequired: true))
        intent.category = word(value, "category", path, .generic)
        intent.summary = string(value, "description", path)
        intent.isConfirmed = flag(value, "confirm", path, intent.category == .order)
        intent.effect = word(value, "effect", path, .changes)
        intent.needsUnlock = flag(value, "unlock", path)
        intent.phrase = string(value, "phrase", path)
        intent.keywords = strings(value, "keywords", path, limit: IntentLimits.keywords)
        intent.image = string(value, "image", path)
        let parameters = list(value, "parameters", path, limit: IntentLimits.parameters)
        intent.parameters = parameters.map { parameter($0.value, $0.path) }
        unique(intent.parameters.map(\.name)) { parameters[$0].path }
        intent.responses = responses(value, path, of: intent)
        intent.shortcuts = shortcuts(value, path, of: intent)
        if let reason = intent.phraseMistake { mistake(path.name("phrase"), reason) }
        return intent
    }

    // MARK: Parameters

    private mutating func parameter(_ value: JSONValue, _ path: JSONPath) -> IntentParameter {
        guard
            object(
                value, path,
                knows: [
                    "name", "title", "type", "required", "default", "prompt", "choices", "minimum", "maximum",
                    "description",
                ])
        else { return IntentParameter("", .text) }
        let name = string(value, "name", path, isRequired: true)
        if !name.isEmpty, !IntentWords.isName(name) {
            mistake(path.name("name"), "must be a letter, and then letters, digits, _ or -, at most 64")
        }
        var parameter = IntentParameter(
            name, word(value, "type", path, IntentParameter.Kind.text), title: string(value, "title", path),
            isRequired: flag(value, "required", path), prompt: string(value, "prompt", path),
            summary: string(value, "description", path))
        parameter.choices = choices(value, path)
        if parameter.kind == .choice, parameter.choices.isEmpty {
            mistake(path, "a choice must have \"choices\"")
        } else if parameter.kind != .choice, value["choices"] != nil {
            mistake(path.name("choices"), "only a parameter of the type choice has choices")
        }
        parameter.bounds = bounds(value, path, parameter)
        if let found = value["default"] { parameter.fallback = fallback(found, path.name("default"), parameter) }
        return parameter
    }

    private mutating func choices(_ value: JSONValue, _ path: JSONPath) -> [IntentChoice] {
        let found = list(value, "choices", path, limit: IntentLimits.choices)
        let choices: [IntentChoice] = found.map { element, path in
            // A plain text is both name and title.
            if let text = element.stringValue, !text.isEmpty { return IntentChoice(text) }
            guard object(element, path, knows: ["name", "title", "subtitle"]) else { return IntentChoice("") }
            return IntentChoice(
                string(element, "name", path, isRequired: true), string(element, "title", path),
                subtitle: string(element, "subtitle", path))
        }
        unique(choices.map(\.name)) { found[$0].path }
        return choices
    }

    private mutating func bounds(
        _ value: JSONValue, _ path: JSONPath, _ parameter: IntentParameter
    ) -> ClosedRange<Double>? {
        var ends: [Double?] = []
        for name in ["minimum", "maximum"] {
            let number = value[name]?.doubleValue
            ends.append(number)
            guard value[name] != nil else { continue }
            if number == nil { mistake(path.name(name), "must be a number") }
            if parameter.kind != .number, parameter.kind != .duration {
                mistake(path.name(name), "only parameters of the types number and duration have bounds")
            }
        }
        let (least, most) = (ends[0], ends[1])
        let isTime = parameter.kind == .duration
        guard least != nil || most != nil || isTime else { return nil }
        let lowest = least ?? (isTime ? 0 : -Double.greatestFiniteMagnitude)
        let highest = most ?? (isTime ? Double(Int32.max) : Double.greatestFiniteMagnitude)
        guard lowest <= highest else {
            mistake(path.name("maximum"), "must not be below the minimum")
            return nil
        }
        return lowest...highest
    }

    private mutating func fallback(
        _ value: JSONValue, _ path: JSONPath, _ parameter: IntentParameter
    ) -> ParameterValue? {
        let given: ParameterValue? =
            switch value {
            case .string(let text): .text(text)
            case .int(let number): .number(Double(number))
            case .double(let number): .number(number)
            case .bool(let flag): .flag(flag)
            default: nil
            }
        guard let given else {
            mistake(path, "must be a text, a number, true or false")
            return nil
        }
        do throws(IntentRefusal) {
            return try parameter.taken(given)
        } catch {
            mistake(path, error.message)
            return nil
        }
    }

    // MARK: Responses and shortcuts

    private mutating func responses(
        _ value: JSONValue, _ path: JSONPath, of intent: IntentDefinition
    ) -> [IntentResponse] {
        let found = list(value, "responses", path, limit: IntentLimits.responses)
        let names = intent.parameters.map(\.name)
        let responses: [IntentResponse] = found.map { element, path in
            guard object(element, path, knows: ["code", "success", "properties", "text"]) else {
                return IntentResponse("", isSuccess: false, text: IntentTemplate(""))
            }
            let properties = strings(element, "properties", path, limit: IntentLimits.properties)
            for name in properties where names.contains(name) {
                mistake(path.name("properties"), "\"\(name)\" is a parameter; a property needs another name")
            }
            return IntentResponse(
                string(element, "code", path, isRequired: true), isSuccess: flag(element, "success", path),
                properties: properties, text: template(element, "text", path, names + properties))
        }
        unique(responses.map(\.code)) { found[$0].path }
        if !responses.isEmpty, !responses.contains(where: \.isSuccess) {
            remark(path.name("responses"), "no response has \"success\": true, so that it never succeeds")
        }
        return responses
    }

    private mutating func shortcuts(
        _ value: JSONValue, _ path: JSONPath, of intent: IntentDefinition
    ) -> [ShortcutForm] {
        let found = list(value, "shortcuts", path, limit: IntentLimits.shortcuts)
        if found.isEmpty {
            remark(path, "without \"shortcuts\" a donation of it is not taken, and nothing of it is offered")
        }
        let names = intent.parameters.map(\.name)
        var known: [Set<String>] = []
        return found.map { element, path in
            guard object(element, path, knows: ["parameters", "title", "subtitle", "background"]) else {
                return ShortcutForm([], title: IntentTemplate(""))
            }
            let parameters = strings(element, "parameters", path, limit: IntentLimits.parameters)
            for (index, name) in parameters.enumerated() where !names.contains(name) {
                mistake(
                    path.name("parameters").index(index),
                    "there is no parameter \"\(name.prefix(60))\"" + IntentWords.advice(name, names))
            }
            if known.contains(Set(parameters)) {
                mistake(path, "another shortcut has the same parameters, and this one is never used")
            }
            known.append(Set(parameters))
            let left = intent.parameters.filter { parameter in
                parameter.isRequired && parameter.fallback == nil && !parameters.contains(parameter.name)
            }
            if !left.isEmpty {
                remark(path, "it asks for \(left.map(\.name).joined(separator: ", ")) each time it is used")
            }
            return ShortcutForm(
                parameters, title: template(element, "title", path, parameters, isRequired: true),
                subtitle: element["subtitle"] == nil ? nil : template(element, "subtitle", path, parameters),
                isBackground: flag(element, "background", path, true))
        }
    }

    private mutating func template(
        _ value: JSONValue, _ name: String, _ path: JSONPath, _ names: [String], isRequired: Bool = false
    ) -> IntentTemplate {
        let template = IntentTemplate(string(value, name, path, isRequired: isRequired))
        for used in template.names where !names.contains(used) {
            mistake(
                path.name(name),
                "${\(used.prefix(60))} is none of its values"
                    + (names.isEmpty ? "; it has none" : IntentWords.advice(used, names)))
        }
        return template
    }

    // MARK: Names of the bus

    /// At least two parts between dots, as the specification of D-Bus requires.
    static func isBusName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && text.utf8.count <= 200
            && parts.allSatisfy { part in
                let name = String(part)
                return name.first == "_" ? IntentWords.isName("a" + name) : IntentWords.isName(name)
            }
    }

    private static func isObjectPath(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.utf8.count <= 255 && parts.count >= 2 && parts[0].isEmpty
            && parts.dropFirst().allSatisfy { part in
                !part.isEmpty && !part.contains("-") && IntentWords.isName("a" + part)
            }
    }
}
