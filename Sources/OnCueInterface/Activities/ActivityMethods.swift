// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueActivities
internal import OnCueCore

package enum ActivityMethods {
    package static let list = Method<Pair<Int, Int>, ActivityPage>(ServiceNames.activities, "List", isRepeatable: true)
    package static let get = Method<Pair<String, String>, Only<ActivityRecord>>(
        ServiceNames.activities, "GetActivity", isRepeatable: true)
    package static let resume = Method<Pair<String, String>, ContinuedActivity>(ServiceNames.activities, "Continue")
    package static let takeUp = Method<Only<ActivityRecord>, ContinuedActivity>(ServiceNames.activities, "TakeUp")
    package static let delete = Method<Pair<String, [String]>, Only<Int>>(ServiceNames.activities, "Delete")
    package static let create = Method<Only<ActivityValues>, Only<String>>(ServiceNames.activities, "Create")
    package static let update = Method<Pair<String, ActivityValues>, Nothing>(ServiceNames.activities, "Update")
    package static let becomeCurrent = Method<Only<String>, Nothing>(
        ServiceNames.activities, "BecomeCurrent", isRepeatable: true)
    package static let resignCurrent = Method<Only<String>, Nothing>(
        ServiceNames.activities, "ResignCurrent", isRepeatable: true)
    package static let invalidate = Method<Only<String>, Nothing>(ServiceNames.activities, "Invalidate")
    package static let needsSave = Method<Only<String>, Nothing>(
        ServiceNames.activities, "NeedsSave", isRepeatable: true)
    package static let changed = Event<Nothing>(ServiceNames.activities, "ActivitiesChanged")

    package static func bindings<Service: ActivityService>() -> [Binding<Service>] {
        [
            Binding(list) { service, page in
                let all = try await service.activities()
                return ActivityPage(
                    total: all.count,
                    items: Array(all.dropFirst(page.first).prefix(PageLimit.granted(page.second))))
            },
            Binding(get) { Only(try await $0.activity(Activity.Name($1.first, $1.second))) },
            Binding(resume) { try await $0.continueActivity(Activity.Name($1.first, $1.second)) },
            Binding(takeUp) { try await $0.takeUpActivity($1.value) },
            Binding(delete) { service, what in
                let program = what.first.isEmpty ? nil : what.first
                return Only(try await service.deleteActivities(program: program, identifiers: what.second))
            },
            Binding(create) { Only(try await $0.createActivity($1.value)) },
            Binding(update) { try await $0.updateActivity($1.first, $1.second) },
            Binding(becomeCurrent) { try await $0.becomeCurrent($1.value) },
            Binding(resignCurrent) { try await $0.resignCurrent($1.value) },
            Binding(invalidate) { try await $0.invalidateActivity($1.value) },
            Binding(needsSave) { try await $0.activityNeedsSave($1.value) },
        ]
    }
}

extension Activity: DictionaryForm {
    package static var blank: Activity { Activity(Name("", ""), type: "", title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("type", &type)
        fields("identifier", &name.identifier)
        fields("title", &title)
        fields("persistentIdentifier", &persistentIdentifier)
        fields("userInfo", &info, .ifSet)
        fields("requiredKeys", &requiredKeys, .ifSet)
        fields("keywords", &keywords, .ifSet)
        fields("description", &summary)
        fields("thumbnail", &thumbnail)
        fields("webPage", &webPage)
        fields("item", &item)
        fields("location", &location)
        fields("occasion", &occasion)
        fields("expires", &expires)
        fields("eligibleFor", &eligibility)
    }
}

extension Activity.Eligibility: WireField, Blank {
    package static var blank: Activity.Eligibility { [] }
    package static var signature: String { "as" }
    package static var expectation: String {
        "a list of " + all.dropLast().map(\.word).joined(separator: ", ") + " and " + all[all.count - 1].word
    }
    package var wire: BusValue { .strings(words) }

    package init?(wire: BusValue) {
        guard let words = wire.stringsValue else { return nil }
        self.init(words: words)
    }
}

/// A value of the wrong type makes all of it unreadable.
extension ActivityInfo: WireField, Blank {
    package static var blank: ActivityInfo { ActivityInfo() }
    package static var signature: String { "a{sv}" }
    package static var expectation: String {
        "a dictionary of texts, whole numbers, numbers, truth values and lists of texts"
    }
    package var isUnset: Bool { values.isEmpty }
    package var wire: BusValue { .dictionary(values.mapValues(\.wire)) }

    package init?(wire: BusValue) {
        guard let dictionary = wire.dictionaryValue else { return nil }
        var values: [String: Value] = [:]
        for (key, value) in dictionary {
            guard let read = Value(wire: value.unwrapped) else { return nil }
            values[key] = read
        }
        self.init(values)
    }
}

extension ActivityInfo.Value {
    var wire: BusValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .int64(number)
        case .number(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .texts(let texts): .strings(texts)
        }
    }

    fileprivate init?(wire: BusValue) {
        if let flag = wire.boolValue {
            self = .flag(flag)
        } else if case .double(let number) = wire {
            guard number.isFinite else { return nil }
            self = .number(number)
        } else if let number = wire.intValue {
            self = .integer(Int64(number))
        } else if let text = wire.stringValue {
            self = .text(text)
        } else if let texts = wire.stringsValue {
            self = .texts(texts)
        } else {
            return nil
        }
    }
}

extension ActivityRecord: DictionaryForm {
    package static var blank: ActivityRecord { ActivityRecord(.blank, programName: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &activity.name.program, .required)
        fields("programName", &programName)
        activity.form(&fields)
        fields("changed", &activity.changed)
        fields("current", &isCurrent, .ifSet)
        fields("live", &isLive, .ifSet)
        fields("needsSave", &needsSave, .ifSet)
        fields.derived("kept", activity.isKept, .ifSet)
        fields("absence", &absence)
    }
}

extension ActivityPage: WireForm {
    package static var blank: ActivityPage { ActivityPage(total: 0, items: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("items", &items)
    }
}

extension ContinuedActivity.Manner: WireField {}

extension ContinuedActivity: WireForm {
    package static var blank: ContinuedActivity { ContinuedActivity(.program, "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("manner", &manner)
        fields("detail", &detail)
    }
}

extension ActivityValues: WireField, Blank {
    package static var blank: ActivityValues { ActivityValues([:]) }
    package static var signature: String { "a{sv}" }
    package var wire: BusValue { .dictionary(values) }

    package init?(wire: BusValue) {
        guard let values = wire.dictionaryValue else { return nil }
        self.values = values
    }
}
