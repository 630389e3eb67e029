// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The rows of the screen of outputs and sound settings, and the effects of keys on them.
enum SoundRows {
    private static let defaultOutput = "output:"
    private static let crossfades: [Duration] = [.zero, .seconds(2), .seconds(5), .seconds(8), .seconds(12)]
    private static let fades: [Duration] = [.zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2)]

    /// Returns the rows of both, the outputs first.
    static func page(_ outputs: OutputListing, _ sound: SoundPreferences) -> ListPage {
        let devices = outputs.outputs.map { output in
            row(
                defaultOutput + output.identifier, output.title, output.kind, notes(output, outputs),
                isCurrent: output.isCurrent)
        }
        let follow =
            outputs.fixed == nil && outputs.isServerThere
            ? [row(defaultOutput, "Default output", "output", outputs.chosen == nil ? "chosen" : "")] : []
        let settings = SoundView.rows(sound).enumerated().map { index, cells in
            row("setting:\(index):\(value(index, sound))", cells[0], "setting", cells[1])
        }
        let rows = devices + follow + settings
        var page = ListPage(total: rows.count, rows: rows)
        page.remark = OutputView.summary(outputs)
        return page
    }

    private static func row(
        _ id: String, _ title: String, _ kind: String, _ note: String, isCurrent: Bool = false
    ) -> ListRow {
        var row = ListRow(
            ContentRecord(identifier: id, kind: kind, title: title, subtitle: kind == "setting" ? "" : kind))
        row.note = note
        row.isCurrent = isCurrent
        return row
    }

    /// Returns the output in a row; `nil` for the default output and for settings.
    static func output(_ row: ListRow) -> String? {
        guard row.id.hasPrefix(defaultOutput), row.id != defaultOutput else { return nil }
        return String(row.id.dropFirst(defaultOutput.count))
    }

    private static func notes(_ output: OutputListing.Output, _ listing: OutputListing) -> String {
        var notes: [String] = []
        if listing.isChosen(output) { notes.append("chosen") }
        if output.isDefault { notes.append("default") }
        if !output.isAvailable { notes.append("nothing plugged in") }
        return notes.joined(separator: ", ")
    }

    /// Returns the value of the setting in a row, as the number of its step.
    private static func value(_ index: Int, _ sound: SoundPreferences) -> Int {
        let settings = sound.settings
        return switch index {
        case 0: SoundSettings.LoudnessMode.allCases.firstIndex(of: settings.loudness) ?? 0
        case 1: Int(settings.preamp.rounded())
        case 2: settings.preventsClipping ? 1 : 0
        case 3: crossfades.lastIndex { $0 <= settings.crossfade } ?? 0
        case 4: fades.lastIndex { $0 <= settings.fade } ?? 0
        case 5: EqualizerPreset(gains: settings.equalizer).flatMap(EqualizerPreset.allCases.firstIndex) ?? -1
        case 6: settings.skipsSilence ? 1 : 0
        default: Int((sound.volumeCap * 10).rounded())
        }
    }

    /// Returns the effects of choosing a row, or of changing its setting by a step.
    static func effects(of row: ListRow, step: Int) -> [AppEffect] {
        if row.id.hasPrefix(defaultOutput) {
            let identifier = String(row.id.dropFirst(defaultOutput.count))
            return [.setOutput(identifier.isEmpty ? nil : identifier, title: row.title)]
        }
        let parts = row.id.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2 else { return [] }
        return [.setSound(changes(parts[0], parts[1], step), title: row.title)]
    }

    private static func changes(_ index: Int, _ value: Int, _ step: Int) -> SoundChanges {
        var changes = SoundChanges()
        switch index {
        case 0: changes.loudness = next(SoundSettings.LoudnessMode.allCases, value, step)
        case 1: changes.preamp = min(max(Double(value + step), -15), 15)
        case 2: changes.preventsClipping = value == 0
        case 3: changes.crossfade = next(crossfades, value, step)
        case 4: changes.fade = next(fades, value, step)
        case 5: changes.equalizer = next(EqualizerPreset.allCases, value, step)
        case 6: changes.skipsSilence = value == 0
        default: changes.volumeCap = min(max(Double(value + step) / 10, 0.1), 1)
        }
        return changes
    }

    private static func next<Value>(_ values: [Value], _ index: Int, _ step: Int) -> Value {
        values[(index + step + values.count) % values.count]
    }
}
