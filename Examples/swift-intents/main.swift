// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// Orders tea when OnCue asks for it, as org.example.SwiftTea.intents declares. With an occasion, such as
// "weekdays 16:00..17:00", it says that the usual was ordered just now, which OnCue offers again then.
// Usage: swift-intents [OCCASION]
import Glibc
import PlayableContent

private let teas = ["assam": "Assam", "mint-fresh": "Fresh mint", "mint-dried": "Dried mint"]

final class Tea: IntentHandler {
    func resolve(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentResolution {
        let wanted: String
        switch values["tea"] {
        case .object(let identifier, _) where teas[identifier] != nil: return IntentResolution()
        case .object(_, let title): wanted = title.lowercased()
        case .text(let text): wanted = text.lowercased()
        // All teas are choices.
        default: wanted = ""
        }
        let found = teas.filter { $0.key == wanted || $0.value.lowercased().contains(wanted) }
        if let only = found.first, found.count == 1 {
            return IntentResolution(["tea": .object(identifier: only.key, title: only.value)])
        }
        let choices = (found.isEmpty ? teas : found).sorted { $0.key < $1.key }
        return IntentResolution(asking: "tea", choices.map { .init($0.key, title: $0.value, subtitle: "2.40 €") })
    }

    func confirm(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentCard {
        guard case .object(_, let title)? = values["tea"] else { return IntentCard(refusal: "closed") }
        return IntentCard([title, "2.40 €"])
    }

    func handle(_ intent: String, _ values: [String: IntentValue]) async throws -> IntentResult {
        guard case .object(let identifier, _)? = values["tea"] else { return IntentResult("closed") }
        let line = Array("\(identifier)\n".utf8)
        write(STDOUT_FILENO, line, line.count)
        return IntentResult("ordered", ["minutes": .number(3)])
    }
}

let center = UserActivityCenter(busName: "org.example.SwiftTea")
center.intentHandler = Tea()
if let occasion = CommandLine.arguments.dropFirst().first {
    var usual = UserActivity(
        activityType: "org.example.SwiftTea.order", identifier: "usual", title: "Order tea",
        userInfo: ["tea": .strings(["assam", "Assam"])])
    (usual.isEligibleForPrediction, usual.relevantOccasion) = (true, occasion)
    center.update(usual)
}
try await center.run()
