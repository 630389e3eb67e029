// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Accounts and the plays waiting for them, as lines and as JSON.
enum ScrobbleView {
    static func title(of kind: String) -> String {
        switch kind {
        case "listenbrainz": "ListenBrainz"
        case "lastfm": "Last.fm"
        default: TextLayout.printable(kind)
        }
    }

    static func show(_ status: ScrobblingStatus, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(status.json) }
        context.console.write(lines: lines(status, screen: context.console.dataScreen))
        if !status.problem.isEmpty { context.console.tell("oncue scrobble: " + TextLayout.printable(status.problem)) }
        guard status.accounts.isEmpty else { return }
        context.console.tell("Nothing is sent anywhere; to send plays: oncue scrobble add listenbrainz")
    }

    static func lines(_ status: ScrobblingStatus, screen: Screen) -> [String] {
        var rows: [[String]] = []
        for account in status.accounts {
            rows.append([account.name, state(account)])
            var facts: [String] = []
            if !account.user.isEmpty { facts.append("as \(account.user)") }
            facts.append("\(ContentPhrase.count(account.sent, "play")) sent")
            if account.waiting > 0 { facts.append("\(account.waiting) waiting") }
            if account.leftOut > 0 {
                facts.append("\(account.leftOut) not sent (\(account.reasons.joined(separator: ", ")))")
            }
            if account.sharesLoves, account.lacksLoves {
                facts.append("the server knows no loves (oncue scrobble now asks again)")
            } else if account.sharesLoves {
                facts.append("\(ContentPhrase.count(account.loves, "love"))")
            }
            rows.append(["", facts.joined(separator: ", ")])
            if let last = account.lastSent { rows.append(["", "last play sent \(MomentText.text(last))"]) }
        }
        // Nothing is sent to music servers either, so this is shown even without an account.
        if status.isPaused {
            rows.append(["private", "what you listen to is not sent; oncue scrobble resume ends that"])
        }
        if !status.privateItems.isEmpty {
            let titles = status.privateItems.map { "\"\($0.title)\"" }.joined(separator: ", ")
            rows.append(["never sent", titles])
        }
        return LabeledTable.lines(rows.map { $0.map { TextLayout.printable($0) } }, screen: screen)
    }

    private static func state(_ account: ScrobblingAccountStatus) -> String {
        let service = title(of: account.kind)
        switch account.state {
        case .ready where account.problem.isEmpty: return "plays go to \(service)"
        case .ready: return "plays go to \(service); \(account.problem)"
        case .sending: return "sending to \(service)"
        case .paused: return "paused"
        case .denied: return "\(service) refuses the token: \(account.problem); oncue doctor shows what to do"
        case .waiting:
            let minutes = account.wait.map { max(1, ($0.components.seconds + 59) / 60) }
            let time = minutes.map { "; tried again within \($0) min" } ?? ""
            return "waiting: \(account.problem)\(time)"
        }
    }
}
