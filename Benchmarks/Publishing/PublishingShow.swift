// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The episodes of a made-up show over two years, of which the second is played through.
package struct PublishingShow: Sendable {
    /// An episode, in seconds since 1970.
    package struct Episode: Sendable {
        /// The date that the feed gives it.
        package var dated: Int64
        /// When it is in the feed.
        package var appears: Int64
    }

    package let name: String
    /// By the time when they appear.
    package let episodes: [Episode]

    /// The year that is played through, and the one before it, in days since 1970.
    package static let year = CivilDate(2025, 1, 1).days..<CivilDate(2026, 1, 1).days
    private static let days = CivilDate(2024, 1, 1).days..<year.upperBound

    /// Patterns as publishers have them.
    package static func all() -> [PublishingShow] {
        var random = SplitMix64(seed: 7)
        return [
            PublishingShow("daily at 6", .berlin, 6, late: 3, &random) { _, _ in true },
            PublishingShow("weekdays at 18:30", .newYork, 18, 30, late: 12, &random) { $1 < 5 },
            weekly(&random),
            PublishingShow("Fridays at 9, sharp", .berlin, 9, late: 2, &random) { $1 == 4 },
            PublishingShow("every other Thursday", .losAngeles, 12, late: 30, &random) { $1 == 3 && $0 / 7 % 2 == 0 },
            PublishingShow("seasons of ten Wednesdays", .newYork, 5, late: 5, &random) {
                $1 == 2 && $0 / 7 % 26 < 10
            },
            several("six a day", at: [6, 9, 12, 15, 18, 21], .berlin, &random),
            several("every hour from 6 to 22", at: Array(6...22), .london, &random),
            PublishingShow("the first of a month", .berlin, 8, late: 60, &random) { day, _ in
                CivilDate(days: day).day == 1
            },
            irregular(&random), midnight(&random),
            PublishingShow("ended in March", .berlin, 7, late: 10, &random) {
                $1 == 0 && $0 < CivilDate(2025, 3, 15).days
            },
            PublishingShow("dead for a year", .berlin, 7, late: 10, &random) {
                $1 == 0 && $0 < CivilDate(2024, 4, 1).days
            },
        ]
    }

    private init(_ name: String, _ episodes: [Episode]) {
        self.name = name
        self.episodes = episodes.sorted { $0.appears < $1.appears }
    }

    /// - Parameters:
    ///   - late: The most minutes by which it is late.
    ///   - isDay: Whether there is an episode on a day, by its number and that of the weekday (Monday is 0).
    private init(
        _ name: String, _ zone: PublishingZone, _ hour: Int64, _ minute: Int64 = 0, late: Int64,
        _ random: inout SplitMix64, _ isDay: (Int64, Int64) -> Bool
    ) {
        var episodes: [Episode] = []
        for day in Self.days where isDay(day, (day + 3) % 7) {
            let time = zone.time(CivilDate(days: day), hour: hour, minute: minute)
            let appears = time + Int64.random(in: 0...late * 60, using: &random)
            episodes.append(Episode(dated: appears, appears: appears))
        }
        self.init(name, episodes)
    }

    /// Tuesdays within four hours; now and then one is left out.
    private static func weekly(_ random: inout SplitMix64) -> PublishingShow {
        var episodes: [Episode] = []
        for day in days where (day + 3) % 7 == 1 && Int.random(in: 0..<20, using: &random) > 0 {
            let noon = PublishingZone.london.time(CivilDate(days: day), hour: 17)
            let time = noon + Int64.random(in: -7200...7200, using: &random)
            episodes.append(Episode(dated: time, appears: time))
        }
        return PublishingShow("Tuesdays, within four hours", episodes)
    }

    private static func several(
        _ name: String, at hours: [Int64], _ zone: PublishingZone, _ random: inout SplitMix64
    ) -> PublishingShow {
        var episodes: [Episode] = []
        for day in days {
            for hour in hours {
                let time = zone.time(CivilDate(days: day), hour: hour) + Int64.random(in: 0...300, using: &random)
                episodes.append(Episode(dated: time, appears: time))
            }
        }
        return PublishingShow(name, episodes)
    }

    /// At any time, every nine days on average.
    private static func irregular(_ random: inout SplitMix64) -> PublishingShow {
        var episodes: [Episode] = []
        for hour in days.lowerBound * 24..<days.upperBound * 24 where Int.random(in: 0..<216, using: &random) == 0 {
            let time = hour * 3600 + Int64.random(in: 0..<3600, using: &random)
            episodes.append(Episode(dated: time, appears: time))
        }
        return PublishingShow("irregular", episodes)
    }

    /// Dated at midnight, in the feed at seven.
    private static func midnight(_ random: inout SplitMix64) -> PublishingShow {
        var episodes: [Episode] = []
        for day in days where [0, 2, 4].contains((day + 3) % 7) {
            let time = PublishingZone.berlin.time(CivilDate(days: day), hour: 7)
            episodes.append(
                Episode(
                    dated: day * CivilDate.secondsOfDay, appears: time + Int64.random(in: 0...600, using: &random)))
        }
        return PublishingShow("dated at midnight, there at 7", episodes)
    }
}
