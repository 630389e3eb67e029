// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import Glibc
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import TextOutput

/// An activity of the user: looking at a place or at the results of a search in the full-screen program. It ends with
/// the program.
enum LookingActivity {
    enum Subject: Sendable, Equatable {
        case place(String)
        case search(String)
    }

    /// The time for which something must be looked at before it counts.
    private static let rest = Duration.seconds(2)

    /// Makes it the current activity, unless the task is cancelled first. Errors are not shown to the user, and no
    /// daemon is started for it.
    static func tell(_ subject: Subject, _ service: any MediaServiceClient) async {
        await DaemonStart.$isAllowed.withValue(false) { await makeCurrent(subject, service) }
    }

    private static func makeCurrent(_ subject: Subject, _ service: any MediaServiceClient) async {
        guard (try? await MediaActor.sleep(for: rest)) != nil else { return }
        guard let values = try? await values(subject, service),
            let identifier = try? await service.createActivity(values), !Task.isCancelled
        else { return }
        try? await service.becomeCurrent(identifier)
    }

    private static func values(
        _ subject: Subject, _ service: any MediaServiceClient
    ) async throws(ClientError) -> ActivityValues {
        let (kind, title, info): (String, String, [String: BusValue])
        switch subject {
        case .place(let place):
            let found = try await service.item(at: place).item
            (kind, title, info) = ("browsing", found.title, ["place": .string(found.identifier)])
        case .search(let words): (kind, title, info) = ("searching", words, ["words": .string(words)])
        }
        return ActivityValues([
            "type": .string("\(ServiceNames.busName).\(kind)"), "identifier": .string("terminal-\(getpid())"),
            "title": .string(TextLayout.printable(title).shortened(toBytes: ActivityLimits.titleBytes)),
            "userInfo": .dictionary(info), "eligibleFor": .strings(["handoff"]),
        ])
    }
}
