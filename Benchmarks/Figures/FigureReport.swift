// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import JSON
internal import TextOutput

/// Shows figures as a table for people and as JSON for programs.
enum FigureReport {
    static func table(_ figures: [Figure]) -> [String] {
        let table = TextTable(
            columns: [
                .fixed("Measurement"), .fixed("Median", alignment: .right), .fixed("Unit"),
                .fixed("Lowest", alignment: .right), .fixed("Highest", alignment: .right),
                .fixed("Runs", alignment: .right), .fixed("Aim"),
            ], rows: figures.map(row))
        return table.lines() + ["", machine]
    }

    static func json(_ figures: [Figure]) -> JSONValue {
        .object([
            .init("machine", .string(machine)), .init("figures", .array(figures.map(json))),
        ])
    }

    private static func row(_ figure: Figure) -> [String] {
        guard let value = figure.value, let lowest = figure.lowest, let highest = figure.highest else {
            return [figure.name, "", "", "", "", "", figure.remark ?? ""]
        }
        return [
            figure.name, number(value), figure.unit, number(lowest), number(highest), String(figure.runs), aim(figure),
        ]
    }

    private static func aim(_ figure: Figure) -> String {
        guard let aim = figure.aim, let isMet = figure.isAimMet else { return "" }
        let bound =
            switch aim {
            case .atLeast(let bound): "at least \(number(bound))"
            case .atMost(let bound): "at most \(number(bound))"
            }
        return bound + (isMet ? ", met" : ", missed")
    }

    private static func json(_ figure: Figure) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(figure.name)), .init("median", .double(orNull: figure.value)),
            .init("unit", .string(figure.unit)), .init("lowest", .double(orNull: figure.lowest)),
            .init("highest", .double(orNull: figure.highest)), .init("runs", .int(figure.runs)),
        ]
        switch figure.aim {
        case .atLeast(let bound): members.append(.init("atLeast", .double(bound)))
        case .atMost(let bound): members.append(.init("atMost", .double(bound)))
        case nil: break
        }
        if let isMet = figure.isAimMet { members.append(.init("met", .bool(isMet))) }
        if let remark = figure.remark { members.append(.init("remark", .string(remark))) }
        return .object(members)
    }

    /// Three significant digits, or all digits before the point, those in groups of three.
    static func number(_ value: Double) -> String {
        let size = value.magnitude
        if size >= 100 || value == value.rounded() { return grouped(Int(value.rounded())) }
        let places = size >= 10 ? 1 : size >= 1 ? 2 : 3
        let scale = pow(10, Double(places))
        let scaled = Int((size * scale).rounded())
        let fraction = String(scaled % Int(scale))
        let zeros = String(repeating: "0", count: places - fraction.count)
        return (value < 0 ? "-" : "") + "\(scaled / Int(scale)).\(zeros)\(fraction)"
    }

    private static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// What the figures were measured on.
    private static var machine: String { "\(Machine.processor), load \(Machine.load) at the end" }
}
