// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueRuntime
package import OnCueSession
internal import OnCueSuggestions

/// Activities that are eligible for prediction: each time the user turns to one is learnt, and they are suggested like
/// media. OnCue's own activities are excluded, since listening is learnt separately.
extension ActivityCenter: ActivityPredicting {
    package func predicted(_ activity: ContentIdentifier) async -> ContentNode? {
        guard let name = Activity.Name(activity) else { return nil }
        if let shortcut = ShortcutItem.name(activity) {
            return await hasShortcut?(shortcut) == true ? ShortcutItem.item(shortcut) : nil
        }
        if let record = await listed(name) {
            guard Self.isPredicted(record.activity) else { return nil }
            var item = ContentNode(ForeignHit(record.activity, programName: record.programName))
            item.rare.isTask = intents?.declared(record.activity.type) != nil
            return item
        }
        do throws(ServiceError) {
            guard let item = try await activityOfItem(name), item.location != nil else { return nil }
            return ContentNode(ForeignHit(item, programName: programName(name.program)))
        } catch {
            log.warning("cannot read the index of programs", ["error": error.message])
            return nil
        }
    }

    package func continuePredicted(_ activity: ContentIdentifier) async throws {
        guard let name = Activity.Name(activity) else { return }
        if let shortcut = ShortcutItem.name(activity), let performing {
            let outcome = try await performing(IntentRequest("run", ["shortcut": .text(shortcut)]))
            guard outcome.state != .failed else { throw ServiceError(.notAvailable, outcome.sentence) }
            return
        }
        _ = try await resume(name)
        if let used = register.entries[name]?.activity { noteUse(of: used) }
    }

    package func occasions() async -> [OccasionedActivity] {
        await list().compactMap { record in
            guard Self.isPredicted(record.activity), let text = record.activity.occasion,
                let occasion = try? Occasion(parsing: text)
            else { return nil }
            return OccasionedActivity(
                record.activity.name.contentIdentifier, occasion, programName: record.programName)
        }
    }

    /// Checks that the occasion of an activity can be read.
    static func checkOccasion(_ activity: Activity) throws(ServiceError) {
        guard let text = activity.occasion else { return }
        do throws(OccasionError) { _ = try Occasion(parsing: text) } catch {
            throw ServiceError(.invalidValue, "occasion: " + error.message)
        }
    }

    static func isPredicted(_ activity: Activity) -> Bool {
        activity.eligibility.contains(.prediction) && !isOfService(activity)
    }

    /// Learns that the user turned to an activity, if suggestions may use it.
    func noteUse(of activity: Activity) {
        guard Self.isPredicted(activity), uses.admits(activity.name, at: now()) else { return }
        learning?.noteUse(of: activity.name.contentIdentifier)
    }

    /// Forgets what was learnt about activities that are deleted.
    func forgetUses(_ effects: [ActivityRegister.Effect]) async throws(ContentError) {
        let gone = effects.compactMap { effect in
            if case .forget(let name) = effect { name.contentIdentifier } else { nil }
        }
        guard !gone.isEmpty else { return }
        try await learning?.forgetActivities(.some(Set(gone)))
    }
}
