// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueActivities
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue activities export`
enum ActivityExport {
    static let definition = CommandDefinition(
        "export", summary: "Export all activities with everything their programs told, one JSON object per line.",
        discussion: "Each line is what show --json prints.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition("FILE", kind: "a file", completion: .files), .optional,
                description: "The file to write. Default: standard output.")
        ],
        examples: [
            DocumentedTerm("oncue activities export activities.jsonl", "Export to a file."),
            DocumentedTerm("oncue activities export | wc -l", "Count them."),
        ])

    static let run: Command.Handler = { parsed, context in
        let file = parsed.argument("FILE").flatMap { $0 == "-" ? nil : $0 }
        var lines: [String] = []
        for listed in try await context.service.activities() {
            do throws(ClientError) {
                let record = try await context.service.activity(listed.activity.name)
                lines.append(ActivitiesCommand.json(whole: record, lines.count + 1).text())
            } catch {
                // An activity may have been removed meanwhile.
                guard error.code == .notFound else { throw error }
            }
        }
        let text = lines.map { $0 + "\n" }.joined()
        if let file {
            try context.files.writePrivately(text, to: RawWords.bytes(of: file))
        } else {
            context.console.write(text)
        }
        let place = file.map { " to " + RawWords.printable($0) } ?? ""
        context.console.tell("Wrote \(ContentPhrase.count(lines.count, "activity", plural: "activities"))" + place)
    }
}
