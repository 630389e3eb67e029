// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueSuggestions

/// What one listener played, session by session.
struct ListeningHistory {
    /// What is told apart: artists or tracks.
    enum Level: Int, CaseIterable {
        case artists = 3
        case tracks = 4
    }

    /// Plays without a pause of 30 minutes.
    struct Session {
        var plays: [Play] = []
        /// When its first play began.
        var moment: Moment { plays[0].moment }
    }

    struct Play {
        var moment: Moment
        var item: Int
        var isOpen: Bool
    }

    private struct Row {
        var time: Double
        var length: Double
        var item: Int
        var track: Int
    }

    let user: Int
    let sessions: [Session]

    private static let pause = 1_800.0
    private static let shortest = 30.0

    /// Reads the listeners that are reported; the first one is for tuning.
    static func reported(_ table: String, _ level: Level) throws(BenchError) -> [ListeningHistory] {
        var rows: [Int: [Row]] = [:]
        for line in table.split(separator: "\n").dropFirst() {
            let numbers = line.split(separator: ",").map { Double($0) ?? .nan }
            guard numbers.count == 5, numbers.allSatisfy(\.isFinite) else {
                throw BenchError("a line of the histories cannot be read: \(line)")
            }
            rows[Int(numbers[0]), default: []].append(
                Row(
                    time: numbers[1], length: numbers[2], item: Int(numbers[level.rawValue]), track: Int(numbers[4])))
        }
        return rows.keys.sorted().filter { $0 > 0 }.map { ListeningHistory(user: $0, rows[$0] ?? []) }
    }

    private init(user: Int, _ unsorted: [Row]) {
        self.user = user
        // Equal times stay in the order of the file.
        let rows = unsorted.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        var sessions: [[Row]] = []
        var end = -Double.infinity
        for row in rows {
            if row.time - end >= Self.pause { sessions.append([]) }
            sessions[sessions.count - 1].append(row)
            end = max(end, row.time + row.length)
        }
        var longest: [Int: Double] = [:]
        self.sessions = sessions.compactMap { Self.session($0, &longest) }
    }

    /// A session without its skips; `nil` when nothing was settled on.
    private static func session(_ rows: [Row], _ longest: inout [Int: Double]) -> Session? {
        var session = Session()
        for (index, row) in rows.enumerated() {
            let length = max(longest[row.track] ?? 0, row.length)
            longest[row.track] = length
            let isLast = index == rows.count - 1
            let isHeard = row.length >= shortest
            guard isHeard || (isLast && !session.plays.isEmpty) else { continue }
            let isOpen = isLast && (!isHeard || row.length < 0.9 * length)
            session.plays.append(Play(moment: moment(row.time), item: row.item, isOpen: isOpen))
        }
        return session.plays.isEmpty ? nil : session
    }

    private static func moment(_ time: Double) -> Moment {
        let days = (time / 86_400).rounded(.down)
        return Moment(time: time, hour: (time - days * 86_400) / 3_600, weekday: (Int(days) + 3) % 7)
    }
}
