// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import TextOutput

/// Notifications as they are printed.
enum NotificationView {
    static func write(
        _ rows: [NotificationRow], _ missing: [MissingOccasion?] = [], prefix: String, _ parsed: ParsedCommand,
        _ context: CommandContext
    ) {
        if parsed.has("json") {
            return context.console.write(
                .listing(
                    rows.enumerated().map { index, row in
                        json(prefix + String(index + 1), row, missing.indices.contains(index) ? missing[index] : nil)
                    }))
        }
        let cells = rows.enumerated().map { index, row in
            [prefix + String(index + 1), row.wish.content.title, about(row), time(row)].map(TextLayout.printable)
        }
        let screen = context.console.dataScreen
        let table = TextTable(
            columns: [
                .fixed(alignment: .right), .flexible(minimumWidth: 16), .flexible(minimumWidth: 12), .fixed(),
            ], keptColumns: 2, rows: cells)
        let style = Style(isOn: screen.usesColor)
        context.console.write(
            lines: table.lines(width: screen.tableWidth) { _, column, cell in
                switch column {
                case 0: style.accent(cell)
                case 1: cell
                default: style.dim(cell)
                }
            })
    }

    private static func about(_ row: NotificationRow) -> String {
        let content = row.wish.content
        let first = content.body.split(separator: "\n").first.map(String.init) ?? ""
        let program = row.program == "OnCue" ? "" : row.program
        return [program, content.progress.map(percent) ?? "", content.subtitle, first].filter { !$0.isEmpty }.joined(
            separator: " · ")
    }

    private static func percent(_ progress: Int) -> String { "\(progress) %" }

    /// Returns `18:00`, or the trigger if the notification is still pending.
    private static func time(_ row: NotificationRow) -> String {
        if row.state == .pending, let trigger = row.wish.trigger {
            return NotificationTriggerText.text(trigger, due: row.due)
        }
        let due = row.due.map(MomentText.text) ?? ""
        return row.state == .missed ? "missed, \(due)" : due
    }

    static func facts(_ row: NotificationRow, _ missing: MissingOccasion?, screen: Screen) -> [String] {
        let content = row.wish.content
        let actions = row.actions.map { $0.name + ($0.takesText ? " TEXT" : "") + " (\($0.title))" }
        let facts: [(String, String?)] = [
            ("title", content.title), ("subtitle", content.subtitle), ("text", content.body),
            ("progress", content.progress.map(percent)),
            ("program", row.program), ("identifier", row.wish.identifier), ("state", row.state.rawValue),
            ("when", row.wish.trigger.map { NotificationTriggerText.text($0, due: row.due) }),
            ("problem", missing.map { "\($0.sentence); \($0.remedy)" }),
            ("due", row.state == .pending ? nil : row.due.map(MomentText.text)),
            ("shown", row.shown.map { MomentText.text($0) + (row.screen.map { " by the \($0)" } ?? "") }),
            ("thread", content.thread), ("category", content.category), ("item", content.item),
            ("answers", row.state == .pending ? nil : (["default"] + actions + ["dismiss"]).joined(separator: ", ")),
        ]
        let rows = facts.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : [name, TextLayout.printable($0)] }
        }
        let table = TextTable(columns: [.fixed(), .flexible(minimumWidth: 20)], keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { _, column, cell in column == 0 ? style.dim(cell) : cell }
    }

    static func json(_ number: String, _ row: NotificationRow, _ missing: MissingOccasion? = nil) -> JSONValue {
        let content = row.wish.content
        let when = row.wish.trigger.map { NotificationTriggerText.text($0, due: row.due) }
        return [
            "number": .string(number), "program": .string(row.client), "programName": .string(row.program),
            "identifier": .string(row.wish.identifier), "title": .string(content.title),
            "subtitle": .string(content.subtitle), "body": .string(content.body),
            "progress": content.progress.map { .int($0) } ?? .null,
            "category": .string(content.category), "thread": .string(content.thread),
            "urgency": .string(content.urgency.rawValue), "state": .string(row.state.rawValue),
            "due": row.due.map { .int(Int($0)) } ?? .null, "shown": row.shown.map { .int(Int($0)) } ?? .null,
            "when": .string(orNull: when), "problem": .string(orNull: missing?.sentence),
            "item": .string(orNull: content.item),
            "actions": .array(
                row.actions.map {
                    ["name": .string($0.name), "title": .string($0.title), "text": .bool($0.takesText)]
                }),
        ]
    }
}

/// `oncue notifications --watch`: shows notifications in this terminal, instead of on the desktop, until it is ended.
struct NotificationWatch {
    let context: CommandContext
    let isJSON: Bool

    func run() async throws {
        // Starts the daemon if none is running, and reports one that is too old for this.
        try await context.service.watchNotifications(true)
        context.console.endWhenUnread()
        context.console.tell("Notifications are shown here; press Ctrl-C to stop")
        // A daemon that the user ends meanwhile must not be restarted.
        await DaemonStart.$isAllowed.withValue(false) { await follow() }
    }

    private func follow() async {
        for await update in await context.service.notificationUpdates() {
            switch update {
            case .presented(let row):
                // If the daemon exits meanwhile, that is reported elsewhere.
                try? await context.service.takeNotification(row.number)
                write(row)
            case .responded(let response): write(response)
            case .serviceLost: context.console.tell("oncued has quit; notifications are shown once it runs again")
            case .changed: try? await context.service.watchNotifications(true)
            }
        }
    }

    private func write(_ row: NotificationRow) {
        guard !isJSON else {
            return context.console.write(NotificationView.json("\(row.number)", row).text(.compact) + "\n")
        }
        let style = context.console.style
        let content = row.wish.content
        let lines = [content.progress.map { "\($0) %" } ?? "", content.subtitle, content.body].filter { !$0.isEmpty }
            .flatMap { $0.split(separator: "\n").map(String.init) }
        let answers = row.actions.map { TextLayout.printable($0.title) }.joined(separator: " · ")
        context.console.write(
            lines: [
                style.dim(MomentText.text(row.due ?? MomentText.now)) + "  " + TextLayout.printable(row.program) + "  "
                    + style.accent(TextLayout.printable(content.title))
            ] + lines.map { "    " + TextLayout.printable($0) } + (answers.isEmpty ? [] : ["    " + style.dim(answers)])
        )
    }

    private func write(_ response: NotificationResponseRecord) {
        let title = TextLayout.printable(response.content.title)
        guard !isJSON else {
            return context.console.write(
                JSONValue.object([
                    .init("answered", .string(response.identifier)), .init("action", .string(response.action)),
                    .init("text", .string(orNull: response.text)),
                ]).text(.compact) + "\n")
        }
        let text = response.text.map { ": " + TextLayout.printable($0) } ?? ""
        context.console.write(lines: [
            context.console.style.dim(
                MomentText.text(response.time) + "  \"\(title)\" was answered: \(response.action)") + text
        ])
    }
}
