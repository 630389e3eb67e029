// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import TextOutput

/// Pending notifications that wait for a place or a device.
struct WaitingNotifications {
    /// Their numbers in `oncue notifications pending`, and their titles.
    let all: [(number: String, title: String)]
    private let kind: MissingOccasion.Kind

    /// Finds the notifications that would wait for a place or a device that is to be removed.
    ///
    /// - Parameters:
    ///   - names: The names by which the place or the device may be given.
    ///   - places: The places that remain.
    ///   - devices: The devices that remain.
    init(
        for kind: MissingOccasion.Kind, _ names: [String], places: [PlaceRecord], devices: [TriggerDeviceRecord],
        _ context: CommandContext
    ) async {
        // The removal does not depend on them.
        let rows = (try? await context.service.pendingNotifications()) ?? []
        self.kind = kind
        all = rows.enumerated().compactMap { index, row in
            let missing = MissingOccasion(of: row.wish.trigger, places: places, devices: devices)
            guard let missing, missing.kind == kind, names.contains(where: missing.isNamed) else { return nil }
            return ("p\(index + 1)", TextLayout.printable(row.wish.content.title))
        }
    }

    /// The text after the action when asking for confirmation.
    var condition: String { all.isEmpty ? "" : ", for which \(titles) \(verb("waits", "wait"))" }

    /// Reports what to do about them after the removal.
    ///
    /// - Parameter remedy: The way to receive them nevertheless.
    func tell(_ remedy: String, _ context: CommandContext) {
        guard !all.isEmpty else { return }
        let numbers = all.map(\.number).joined(separator: " ")
        context.console.tell(
            "\(titles) \(verb("waits", "wait")) for it: \(remedy), or remove what waits with: oncue notifications remove "
                + numbers)
    }

    private var titles: String {
        let shown = all.prefix(3).map { "\"\($0.title)\"" }.joined(separator: ", ")
        return all.count > 3 ? shown + " and \(all.count - 3) more" : shown
    }

    private func verb(_ one: String, _ several: String) -> String { all.count == 1 ? one : several }

    /// Returns, for each row, the missing place or device that it waits for; `nil` if there is none.
    static func missing(_ rows: [NotificationRow], _ context: CommandContext) async throws -> [MissingOccasion?] {
        func look(_ places: [PlaceRecord], _ devices: [TriggerDeviceRecord]) -> [MissingOccasion?] {
            rows.map { row in
                row.state == .pending
                    ? MissingOccasion(of: row.wish.trigger, places: places, devices: devices) : nil
            }
        }
        // Most of them wait for a time.
        guard look([], []).contains(where: { $0 != nil }) else { return rows.map { _ in nil } }
        return look(try await context.service.places(), try await context.service.triggerDevices())
    }
}
