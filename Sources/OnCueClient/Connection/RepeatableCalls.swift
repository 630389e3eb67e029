// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// The calls that may be sent again when the daemon ended before it answered.
///
/// It may have done by then what it was asked, so these are those that come to the same when they are done twice: what
/// only reads, and what says how something is to be. Not among them is what goes on from how things are, as "next",
/// and what adds, moves or takes away.
enum RepeatableCalls {
    static func contain(_ member: String, of interface: String, _ arguments: [BusValue] = []) -> Bool {
        member.hasPrefix("Get") || members[interface]?.contains(member) ?? false
    }

    private static let members: [String: Set<String>] = [
        ServiceNames.playableContent: ["Search", "Prepare", "Resolve"],
        ServiceNames.podcasts: ["ExportOPML"],
        ServiceNames.suggestions: ["Explain", "SetPinned", "Export", "SetSettings"],
        ServiceNames.triggers: ["SetDevice", "SetPlace"],
    ]
}
