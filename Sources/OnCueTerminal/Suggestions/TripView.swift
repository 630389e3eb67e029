// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Trips for display, and as JSON.
enum TripView {
    /// Returns `About 25 min to Work, the median of 4 trips from Home at such times`, and the items that fit.
    static func lines(_ plan: TripPlan, isPlayed: Bool) -> [String] {
        guard let fitted = plan.fitted, !isPlayed else { return [headline(plan)] }
        return [headline(plan), "Fits: " + FittedText.list(fitted, resumedAt: nil) + ending(fitted)]
    }

    private static func headline(_ plan: TripPlan) -> String {
        let time = FittedText.minutes(plan.time)
        let destination = plan.destination.isEmpty ? "" : " to \(TextLayout.printable(plan.destination))"
        guard let basis = plan.basis else {
            return time + (destination.isEmpty ? " to fill" : destination)
        }
        return "About \(time)\(destination), the median of \(ContentPhrase.count(basis.count, "trip")) from "
            + TextLayout.printable(plan.origin) + (basis.isOfSuchTimes ? " at such times" : "")
    }

    private static func ending(_ fitted: FittedContent) -> String {
        fitted.fades ? "; the music fades out on arrival" : "; \(FittedText.minutes(fitted.total)) together"
    }

    static func json(_ plan: TripPlan) -> JSONValue {
        let fitted = plan.fitted
        return [
            "minutes": minutes(plan.time), "basis": .string(plan.basis == nil ? "given" : "learnt"),
            "trips": plan.basis.map { .int($0.count) } ?? .null, "car": plan.basis.map { .bool($0.isByCar) } ?? .null,
            "shortest": plan.basis.map { minutes($0.lower) } ?? .null,
            "longest": plan.basis.map { minutes($0.upper) } ?? .null,
            "suchTimes": plan.basis.map { .bool($0.isOfSuchTimes) } ?? .null,
            "from": .string(filled: plan.origin), "to": .string(filled: plan.destination),
            "location": plan.location?.json ?? .null,
            "speech": .array(
                zip(fitted?.titles ?? [], fitted?.times ?? []).map { title, time in
                    ["title": .string(title), "minutes": minutes(time)]
                }),
            "music": .int(fitted?.musicCount ?? 0), "fades": .bool(fitted?.fades ?? false),
            "reason": .string(filled: plan.reason),
        ]
    }

    static func lines(_ trips: [TripRecord], screen: Screen) -> [String] {
        let rows = trips.map { trip in
            [
                "\(trip.origin) → \(trip.destination)", trip.basis.isByCar ? "car" : "headphones",
                ContentPhrase.count(trip.basis.count, "trip"),
                "about \(FittedText.minutes(trip.median))",
            ]
        }
        let style = Style(isOn: screen.usesColor)
        let table = TextTable(
            columns: [.flexible(minimumWidth: 12), .fixed(), .fixed(), .fixed()], keptColumns: 1, rows: rows)
        return table.lines(width: screen.tableWidth) { _, column, cell in column == 0 ? cell : style.dim(cell) }
    }

    static func json(_ trip: TripRecord) -> JSONValue {
        [
            "from": .string(trip.origin), "to": .string(trip.destination), "car": .bool(trip.basis.isByCar),
            "trips": .int(trip.basis.count), "minutes": minutes(trip.median), "shortest": minutes(trip.basis.lower),
            "longest": minutes(trip.basis.upper), "last": .int(Int(trip.last)),
        ]
    }

    /// Returns minutes, rounded to a tenth.
    private static func minutes(_ time: Duration) -> JSONValue { .rounded(time / .seconds(60), places: 1) }
}
