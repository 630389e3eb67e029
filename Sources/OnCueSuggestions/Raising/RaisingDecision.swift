// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A rule that can keep a trigger from raising anything. The order is that of evaluation.
package enum RaisingRule: String, Sendable, CaseIterable {
    case policy
    case moment
    case returning
    case playing
    case call
    case quietHours = "quiet-hours"
    case undisturbed = "do-not-disturb"
    case coolDown = "cool-down"
    case dismissed
    /// There is nothing to suggest.
    case nothing
    /// The occasion of a cue does not match.
    case occasion
}

/// The decision whether a trigger raises suggestions, with the objections of the rules.
package struct RaisingDecision: Sendable, Equatable {
    /// A rule and the reason for its objection.
    package struct Objection: Sendable, Equatable {
        package var rule: RaisingRule
        /// One sentence for people.
        package var sentence: String

        package init(_ rule: RaisingRule, _ sentence: String) {
            self.rule = rule
            self.sentence = sentence
        }
    }

    /// The policy to follow if there are no objections.
    package let policy: RaisingPolicy
    package let objections: [Objection]

    package var isRaised: Bool { objections.isEmpty }

    /// Evaluates every rule.
    package init(_ trigger: Trigger, _ now: RaisingCircumstances, _ settings: RaisingSettings) {
        let policy = now.policy ?? Self.usual(trigger.kind, settings)
        self.policy = policy
        objections = RaisingRule.allCases.compactMap { rule in
            Self.sentence(rule, trigger, now, policy, settings).map { Objection(rule, $0) }
        }
    }

    /// Returns the default policy: suggestions for devices, arrivals and times; for other moments only if enabled.
    private static func usual(_ kind: Trigger.Kind, _ settings: RaisingSettings) -> RaisingPolicy {
        RaisingPolicy(kind.lasts || kind == .time || settings.moments.contains(kind) ? .suggest : .ignore)
    }

    private static func sentence(
        _ rule: RaisingRule, _ trigger: Trigger, _ now: RaisingCircumstances, _ policy: RaisingPolicy,
        _ settings: RaisingSettings
    ) -> String? {
        let isUsual = now.policy == nil
        switch rule {
        case .policy: return policy.action == .ignore && !isUsual ? "You have turned suggestions off for this." : nil
        case .moment:
            return policy.action == .ignore && isUsual ? "By default, nothing is suggested for this." : nil
        case .returning: return now.isReturning ? "Interrupted playback is about to resume here." : nil
        case .playing:
            return now.isPlaying ? "Something is playing." : now.otherProgram.map { "You are listening to \($0)." }
        case .call: return now.isInCall ? "You are in a call." : nil
        case .quietHours:
            return settings.quietHours?.contains(minute: now.minute) == true ? "These are your quiet hours." : nil
        case .undisturbed: return now.isUndisturbed ? "You do not want to be disturbed." : nil
        case .coolDown:
            let isHot = now.sinceRaised.map { $0 < settings.coolDown } ?? false
            return isHot ? "Suggestions were made for this less than \(minutes(settings.coolDown)) ago." : nil
        case .dismissed:
            let isSilenced = settings.dismissalLimit > 0 && now.dismissals >= settings.dismissalLimit
            return isSilenced ? "You dismissed its suggestions \(now.dismissals) times in a row." : nil
        // Known only once there is a ranking, and only for cues.
        case .nothing, .occasion: return nil
        }
    }

    private static func minutes(_ duration: Duration) -> String {
        let minutes = max(1, Int(duration.components.seconds / 60))
        return minutes == 1 ? "a minute" : "\(minutes) minutes"
    }
}
