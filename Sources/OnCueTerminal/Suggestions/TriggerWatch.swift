// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue triggers --watch`: prints the observations of the sources, and their effects, until the program is ended.
struct TriggerWatch {
    let context: CommandContext
    let isJSON: Bool

    func run() async throws {
        // Starts the daemon if none is running, and reports one that is too old for this.
        let known = try await context.service.triggerSources()
        context.console.endWhenUnread()
        context.console.tell("Watching; press Ctrl-C to stop")
        // A daemon that the user ends meanwhile must not be restarted.
        await DaemonStart.$isAllowed.withValue(false) { await follow(from: known) }
    }

    private func follow(from sources: [TriggerSourceRecord]) async {
        var known = sources
        for await update in await context.service.triggerUpdates() {
            switch update {
            case .event(let event): write(event)
            case .sourcesChanged:
                // If the daemon exits meanwhile, that is reported elsewhere.
                guard let sources = try? await context.service.triggerSources() else { continue }
                for source in sources where !known.contains(source) { write(source) }
                known = sources
            case .serviceLost: context.console.tell("oncued has quit; events are shown once it runs again")
            }
        }
    }

    private func write(_ source: TriggerSourceRecord) {
        let text = source.state + (source.detail.isEmpty ? "" : ": " + source.detail)
        write(TriggerEventRecord(time: MomentText.now, source: source.source, event: "health", text: text))
    }

    private func write(_ event: TriggerEventRecord) {
        // One line, even on a terminal.
        guard !isJSON else { return context.console.write(event.json.text(.compact) + "\n") }
        let style = context.console.style
        let words = [event.source, event.event].filter { !$0.isEmpty }.map(TextLayout.printable)
        context.console.write(lines: [
            style.dim(MomentText.text(event.time)) + "  " + style.accent(words.joined(separator: " ")) + "  "
                + TextLayout.printable(event.text)
        ])
    }
}
