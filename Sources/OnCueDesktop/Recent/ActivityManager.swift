// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// The activity manager of KDE, which counts the uses of files for the start menu and the task bar. It is never
/// started, and its answers do not matter: the user's settings there decide what it keeps.
@MediaActor
struct ActivityManager {
    private static let service = "org.kde.ActivityManager"
    private static let path = "/ActivityManager/Resources"
    /// The event type `Accessed`: opened and closed at once.
    private static let accessed: UInt32 = 0
    private static let anyActivity = ":any"
    private static let deadline: Duration = .seconds(2)

    /// The session bus.
    let bus: MessageBus

    /// Reports a use, unless the file's name contains bytes or characters that the manager would misread.
    func noteUse(of container: RecentContainer) async {
        guard let resource = Self.resource(container.path) else { return }
        let calls: [(String, [BusValue])] = [
            (
                "RegisterResourceEvent",
                [.string(ServiceNames.busName), .uint32(0), .string(resource), .uint32(Self.accessed)]
            ),
            ("RegisterResourceMimetype", [.string(resource), .string(container.type)]),
            ("RegisterResourceTitle", [.string(resource), .string(container.title)]),
        ]
        for (member, arguments) in calls {
            await call(member, of: "Resources", at: Self.path, arguments)
        }
    }

    /// Removes the uses of a file by OnCue.
    func forget(_ uri: String) async {
        guard let resource = MediaLocation(uri: uri)?.filePath.flatMap(Self.resource) else { return }
        await call(
            "DeleteStatsForResource", of: "ResourcesScoring", at: Self.path + "/Scoring",
            [.string(Self.anyActivity), .string(ServiceNames.busName), .string(resource)])
    }

    private func call(_ member: String, of interface: String, at path: String, _ arguments: [BusValue]) async {
        _ = try? await bus.call(
            member, of: Self.service + "." + interface, at: path, on: Self.service, arguments,
            timeout: Self.deadline, startsService: false)
    }

    /// Returns the path as text: the manager would keep the percent signs of a URI, and treats a star as a wildcard.
    private nonisolated static func resource(_ path: [UInt8]) -> String? {
        guard let text = String(validating: path, as: UTF8.self), !text.contains("*") else { return nil }
        return text
    }
}
