// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A task as data: its parameters, whether it asks for confirmation, and its possible answers.
package struct IntentDefinition: Sendable, Equatable {
    /// The category of a task. An `order` is confirmed by default, and a shortcut with a `play` task counts as audible.
    package enum Category: String, Sendable, CaseIterable {
        case generic, play, order, create, search, open, set, toggle, share, information, message, trip
    }

    /// The effect of performing a task.
    package enum Effect: String, Sendable, CaseIterable {
        /// It only shows something.
        case tells
        /// It changes something, but loses nothing: the change can be undone, or the created thing can be removed.
        case changes
        /// It cannot be undone.
        case lasting
    }

    /// The name of its program on the bus, and its own: unique.
    package struct Name: Sendable, Hashable, Codable {
        package var program: String
        package var intent: String

        package init(_ program: String, _ intent: String) { (self.program, self.intent) = (program, intent) }

        /// `org.example.Coffee.order`
        package var text: String { program + "." + intent }
    }

    package var name: Name
    package var category: Category
    package var title: String
    /// The description of the task, for people and assistants.
    package var summary: String
    /// Whether the user is asked before it is done.
    package var isConfirmed: Bool
    package var effect: Effect
    /// Whether it is refused while the screen is locked.
    package var needsUnlock: Bool
    package var parameters: [IntentParameter]
    package var shortcuts: [ShortcutForm]
    package var responses: [IntentResponse]
    /// An example of a phrase for it.
    package var phrase: String
    package var keywords: [String]
    /// The name of an icon, or the path of a picture.
    package var image: String

    package init(_ name: Name, title: String) {
        (self.name, self.title, category, summary) = (name, title, .generic, "")
        (isConfirmed, effect, needsUnlock) = (false, .changes, false)
        (parameters, shortcuts, responses) = ([], [], [])
        (phrase, keywords, image) = ("", [], "")
    }

    package func parameter(_ name: String) -> IntentParameter? { parameters.first { $0.name == name } }

    /// The names of the results that it can return besides its sentence, for later steps of a shortcut.
    package var results: Set<String> { Set(responses.flatMap(\.properties)) }

    package func response(_ code: String) -> IntentResponse? { responses.first { $0.code == code } }
}

/// A combination of parameters that makes a shortcut.
package struct ShortcutForm: Sendable, Equatable {
    package var parameters: [String]
    package var title: IntentTemplate
    package var subtitle: IntentTemplate?
    /// Whether it is done without bringing its program to the front.
    package var isBackground: Bool

    package init(
        _ parameters: [String], title: IntentTemplate, subtitle: IntentTemplate? = nil, isBackground: Bool = true
    ) {
        (self.parameters, self.title, self.subtitle) = (parameters, title, subtitle)
        self.isBackground = isBackground
    }
}

/// An answer of an intent that is done, or cannot be.
package struct IntentResponse: Sendable, Equatable {
    package var code: String
    package var isSuccess: Bool
    /// The names of the values that a handler adds.
    package var properties: [String]
    package var text: IntentTemplate

    package init(_ code: String, isSuccess: Bool, properties: [String] = [], text: IntentTemplate) {
        (self.code, self.isSuccess, self.properties, self.text) = (code, isSuccess, properties, text)
    }
}

// MARK: With values

extension IntentDefinition {
    /// Returns the values as the parameters take them.
    ///
    /// - Throws: The first that cannot be taken, with the nearest right word for an unknown name.
    package func taken(_ values: [String: ParameterValue]) throws(IntentRefusal) -> [String: ParameterValue] {
        guard values.values.reduce(0, { $0 + $1.size }) <= IntentLimits.valuesBytes else {
            throw IntentRefusal("", "the values may have at most \(IntentLimits.valuesBytes) bytes together")
        }
        for name in values.keys.sorted() where parameter(name) == nil {
            throw IntentRefusal(name, unknown(name))
        }
        var taken: [String: ParameterValue] = [:]
        for parameter in parameters {
            if let value = values[parameter.name] { taken[parameter.name] = try parameter.taken(value) }
        }
        return taken
    }

    /// Returns the first open question: a required value that was not given and has no default.
    package func missing(_ values: [String: ParameterValue]) -> IntentParameter? {
        parameters.first { $0.isRequired && values[$0.name] == nil && $0.fallback == nil }
    }

    /// The values, with the defaults of those that were not given.
    package func completed(_ values: [String: ParameterValue]) -> [String: ParameterValue] {
        var result = values
        for parameter in parameters where result[parameter.name] == nil { result[parameter.name] = parameter.fallback }
        return result
    }

    /// The shortcut with exactly these parameters.
    package func form(_ values: [String: ParameterValue]) -> ShortcutForm? {
        shortcuts.first { Set($0.parameters) == Set(values.keys) }
    }

    /// The title of the intent with values: that of its shortcut, or its own.
    package func title(_ values: [String: ParameterValue]) -> String {
        form(values)?.title.filled { shown($0, values) } ?? title
    }

    package func subtitle(_ values: [String: ParameterValue]) -> String {
        form(values)?.subtitle?.filled { shown($0, values) } ?? ""
    }

    /// The sentence of a response.
    ///
    /// - Parameter properties: The handler's additions to the values.
    package func sentence(
        _ response: IntentResponse, _ values: [String: ParameterValue], _ properties: [String: ParameterValue] = [:]
    ) -> String {
        response.text.filled { properties[$0]?.shown ?? shown($0, values) }
    }

    private func shown(_ name: String, _ values: [String: ParameterValue]) -> String? {
        values[name].map { value in parameter(name)?.shown(value) ?? value.shown }
    }

    /// The reason why a donation with these values would not be taken; `nil` if it would be.
    package func refusal(ofDonation values: [String: ParameterValue]) -> String? {
        do throws(IntentRefusal) { _ = try taken(values) } catch { return error.message }
        guard form(values) == nil else { return nil }
        let given = values.isEmpty ? "no parameters" : values.keys.sorted().joined(separator: ", ")
        let forms = shortcuts.map { $0.parameters.isEmpty ? "none" : $0.parameters.joined(separator: ", ") }
        guard !forms.isEmpty else { return "the intent has no shortcuts, so that nothing of it can be offered" }
        return "no shortcut of it has exactly \(given); there are: " + forms.joined(separator: "; ")
    }

    private func unknown(_ name: String) -> String {
        let names = parameters.map(\.name)
        let shown = name.prefix(60)
        guard let nearest = IntentWords.nearest(name, names) else {
            return "there is no parameter \"\(shown)\""
                + (names.isEmpty ? "; it takes none" : "; there are: " + names.joined(separator: ", "))
        }
        return "there is no parameter \"\(shown)\"; did you mean \"\(nearest)\"?"
    }
}
