// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases

/// The triggers of suggestions, for display and as JSON.
enum TriggerView {
    static func lines(
        _ sources: [TriggerSourceRecord], _ devices: [TriggerDeviceRecord], _ times: [TriggerTimeRecord],
        screen: Screen
    ) -> [String] {
        let parts = [
            ("Sources", lines(sources, screen)), ("Devices", lines(devices, screen)), ("Times", lines(times, screen)),
        ]
        let style = Style(isOn: screen.usesColor)
        return Array(
            parts.filter { !$0.1.isEmpty }.map { [style.bold($0.0)] + $0.1.map { "  " + $0 } }.joined(separator: [""]))
    }

    private static func lines(_ sources: [TriggerSourceRecord], _ screen: Screen) -> [String] {
        table(sources.map { [$0.source, $0.state, $0.detail] }, screen)
    }

    static func lines(_ devices: [TriggerDeviceRecord], _ screen: Screen) -> [String] {
        table(
            devices.map { device in
                [
                    device.name, device.kind + (device.isAmbiguous && !device.isSaid ? "?" : ""),
                    device.isHeard ? "connected" : device.lastSeen.map { "seen " + MomentText.text($0) } ?? "",
                    RaisingWords.text(policy: device.policy, volumeLimit: device.volumeLimit),
                ]
            }, screen)
    }

    static func lines(_ times: [TriggerTimeRecord], _ screen: Screen) -> [String] {
        table(
            times.map { time in
                [
                    time.name, ClockText.text(time.minute),
                    time.days.isEmpty ? "every day" : time.days.joined(separator: " "),
                    time.next.map { "next " + MomentText.text($0) } ?? "",
                ]
            }, screen)
    }

    private static func table(_ rows: [[String]], _ screen: Screen) -> [String] {
        let table = TextTable(
            columns: [.flexible(minimumWidth: 10), .fixed(), .flexible(minimumWidth: 12), .flexible(minimumWidth: 8)],
            keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth.map { $0 - 2 }) { _, column, cell in
            column == 0 ? cell : style.dim(cell)
        }
    }

    // MARK: JSON

    static func json(
        _ sources: [TriggerSourceRecord], _ devices: [TriggerDeviceRecord], _ times: [TriggerTimeRecord]
    ) -> JSONValue {
        [
            "total": .int(sources.count), "offset": .int(0),
            "items": .array(sources.map(\.json)),
            "devices": .array(devices.map(json)), "times": .array(times.map(json)),
        ]
    }

    static func json(_ device: TriggerDeviceRecord) -> JSONValue {
        device.json([
            "policy": .filled, "volumeLimit": .value(RaisingWords.json(volumeLimit: device.volumeLimit)),
        ])
    }

    static func json(_ time: TriggerTimeRecord) -> JSONValue {
        time.json(["time": .value(.string(ClockText.text(time.minute)))])
    }
}
