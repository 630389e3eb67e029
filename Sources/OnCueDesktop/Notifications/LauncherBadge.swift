// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// The number and the progress on the icon of a program in task bars and docks: the signal `Update` of
/// `com.canonical.Unity.LauncherEntry`.
@MediaActor
struct LauncherBadge {
    private static let interface = "com.canonical.Unity.LauncherEntry"
    private static let path = "/com/canonical/unity/launcherentry/oncue"

    let bus: MessageBus

    /// - Parameter client: The name of a program on the bus, which is also that of its desktop file.
    func show(_ number: Int, of client: String) {
        update(["count": .int64(Int64(number)), "count-visible": .bool(number > 0)], of: client)
    }

    /// - Parameters:
    ///   - progress: The progress in percent; `nil` for none.
    ///   - client: The name of a program on the bus.
    func show(progress: Int?, of client: String) {
        update(
            ["progress": .double(Double(progress ?? 0) / 100), "progress-visible": .bool(progress != nil)], of: client)
    }

    private func update(_ values: [String: BusValue], of client: String) {
        bus.emit(
            "Update", of: Self.interface, from: Self.path,
            [.string("application://\(client).desktop"), .dictionary(values)])
    }
}
