// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
internal import OnCueIntents
package import OnCueInterface
package import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// Asks the user in notifications for what a task needs when no one waits for it in a terminal: a confirmation, and
/// missing values. Reports the outcome.
@MediaActor
package final class IntentAsker {
    package nonisolated static let category = "task"
    private nonisolated static let yes = "yes"
    private nonisolated static let no = "no"
    private nonisolated static let answer = "answer"
    private nonisolated static let intentKey = "intent"
    private nonisolated static let parameterKey = "parameter"
    private nonisolated static let valuePrefix = "value."
    /// The key with the number of rounds so far: a task that keeps asking is given up.
    private nonisolated static let roundsKey = "rounds"
    private static let mostRounds = 6.0

    private let center: NotificationCoordinator
    private let perform: @MediaActor (IntentRequest) async throws -> IntentOutcome
    private let log = Logger("intents")

    package init(
        center: NotificationCoordinator,
        perform: @escaping @MediaActor (IntentRequest) async throws -> IntentOutcome
    ) {
        (self.center, self.perform) = (center, perform)
        for category in Self.categories {
            // Other answers do not wait for a program.
            center.handle(category.name) { [weak self] response in
                Task { @MediaActor in await self?.answered(response) }
            }
        }
    }

    /// The categories of questions about tasks, with the possible answers.
    package nonisolated static var categories: [NotificationCategory] {
        [
            NotificationCategory(
                category, actions: [NotificationAction(yes, "Do it"), NotificationAction(no, "Do not")]),
            NotificationCategory(
                category + "-value",
                actions: [
                    NotificationAction(answer, "Answer", takesText: true), NotificationAction(no, "Cancel"),
                ]),
            NotificationCategory(category + "-result"),
        ]
    }

    /// Performs a task that was chosen where no one can be asked, such as a suggestion.
    ///
    /// - Returns: The outcome; the user has already been asked any question in it.
    package func carryOut(_ request: IntentRequest, rounds: Double = 0) async throws -> IntentOutcome {
        let outcome = try await perform(request)
        switch outcome.state {
        case .confirms: await ask(outcome, request, rounds)
        case .asks where rounds < Self.mostRounds: await ask(outcome, request, rounds)
        case .asks:
            var failed = outcome
            (failed.state, failed.sentence) = (.failed, "\(outcome.title) asks for too much")
            await tell(failed)
            return failed
        case .done, .failed: await tell(outcome)
        }
        return outcome
    }

    /// Runs a shortcut that no one has chosen.
    ///
    /// - Returns: Whether it was done, or the user is being asked. A failure is reported.
    package func runShortcut(_ name: String) async -> Bool {
        do {
            let outcome = try await carryOut(IntentRequest("run", ["shortcut": .text(name)]))
            return outcome.state != .failed
        } catch {
            await tell(
                IntentOutcome(.failed, "run", title: name, sentence: ServiceError(error).message))
            return false
        }
    }

    private func ask(_ outcome: IntentOutcome, _ request: IntentRequest, _ rounds: Double) async {
        let isQuestion = outcome.state == .asks
        var content = NotificationContent(
            title: NotificationContent.line(isQuestion ? outcome.title : outcome.sentence),
            body: ([isQuestion ? outcome.sentence : ""] + outcome.lines + outcome.choices.map(\.title))
                .filter { !$0.isEmpty }.joined(separator: "\n").shortened(toBytes: NotificationLimits.bodyBytes),
            category: Self.category + (isQuestion ? "-value" : ""))
        if let picture = outcome.picture { content.attachments = [picture] }
        content.info.values[Self.intentKey] = .text(outcome.intent)
        content.info.values[Self.roundsKey] = .number(rounds + 1)
        if isQuestion { content.info.values[Self.parameterKey] = .text(outcome.parameter) }
        for (name, value) in outcome.values { content.info.values[Self.valuePrefix + name] = Self.kept(value) }
        guard await show(content) else {
            var failed = outcome
            (failed.state, failed.sentence) = (.failed, "\(outcome.title) cannot be asked about")
            return await tell(failed)
        }
    }

    private func tell(_ outcome: IntentOutcome) async {
        var content = NotificationContent(
            title: NotificationContent.line(outcome.sentence),
            body: outcome.lines.joined(separator: "\n").shortened(toBytes: NotificationLimits.bodyBytes),
            category: Self.category + "-result")
        if let picture = outcome.picture { content.attachments = [picture] }
        _ = await show(content)
    }

    /// Adds a notification; if it is refused, again without its picture.
    ///
    /// - Returns: `false` if it cannot be added.
    private func show(_ content: NotificationContent) async -> Bool {
        let name = NotificationRequest.Name(ServiceNames.busName, center.makeIdentifier())
        var content = content
        for _ in 0..<2 {
            do {
                try await center.add(NotificationRequest(name, content))
                return true
            } catch {
                log.warning("a task cannot be told of", ["error": "\(error)"])
                guard !content.attachments.isEmpty else { return false }
                content.attachments = []
            }
        }
        return false
    }

    private func answered(_ response: NotificationResponse) async {
        let info = response.content.info
        guard let intent = info.text(Self.intentKey) else { return }
        var values: [String: ParameterValue] = [:]
        for (key, value) in info.values where key.hasPrefix(Self.valuePrefix) {
            values[String(key.dropFirst(Self.valuePrefix.count))] = Self.value(value)
        }
        // A yes applies to what was shown with it: anything asked after that must be confirmed again.
        var request = IntentRequest(intent, values)
        switch response.answer.action {
        case .custom(Self.yes): request.isConfirmed = true
        case .custom(Self.answer):
            guard let parameter = info.text(Self.parameterKey), let text = response.answer.text else { return }
            request.values[parameter] = .text(text)
        default: return
        }
        var rounds = 0.0
        if case .number(let number)? = info.values[Self.roundsKey] { rounds = number }
        do { _ = try await carryOut(request, rounds: rounds) } catch {
            var failed = IntentOutcome(.failed, intent, title: "", sentence: ServiceError(error).message)
            failed.code = ServiceError(error).code.rawValue
            await tell(failed)
        }
    }

    private static func kept(_ value: ParameterValue) -> ActivityInfo.Value {
        switch value {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .object(let identifier, let title): .texts([identifier, title])
        }
    }

    private static func value(_ value: ActivityInfo.Value) -> ParameterValue? {
        switch value {
        case .text(let text): .text(text)
        case .integer(let number): .number(Double(number))
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .texts(let texts): texts.count == 2 ? .object(identifier: texts[0], title: texts[1]) : nil
        }
    }
}
