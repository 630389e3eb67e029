// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The calls that may be repeated if the daemon ended before it answered.
///
/// It may have carried them out already, so these are the ones with the same result when they are repeated: those that
/// only read, and those that set a state. Relative commands such as "next", and those that add, move or remove, are not
/// among them.
enum RepeatableCalls {
    static func contain(_ member: String, of interface: String) -> Bool {
        member.hasPrefix("Get") || members[interface]?.contains(member) ?? false
    }

    private static let members: [String: Set<String>] = [
        ServiceNames.playableContent: ["Search", "Prepare", "Resolve"]
    ]
}
