// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A plot of lines as SVG; both axes are logarithmic, so that a line is level where cost does not grow.
struct GrowthPlot {
    let lines: [GrowthReport.Line]

    private static let (width, height) = (820.0, 480.0)
    private static let (left, right, top, bottom) = (64.0, 240.0, 40.0, 52.0)
    /// Told apart also by people who do not see all colours (Okabe and Ito).
    private static let colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]

    /// Powers of ten at the ends of the axes.
    private var horizontal: (low: Double, high: Double) {
        Self.powers(lines.flatMap { $0.medians.map { Double($0.size) } })
    }
    private var vertical: (low: Double, high: Double) { Self.powers(lines.flatMap { $0.medians.map(\.value) }) }

    var text: String {
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" \
            font-family="sans-serif" font-size="13">
            <title>Cost by number of tracks</title>
            <rect width="100%" height="100%" fill="#ffffff"/>
            """
        let caption = Self.label("ms or MB", x: Self.left, y: Self.top - 16, anchor: "middle")
        let under = Self.label(
            "tracks in the library", x: (Self.left + Self.width - Self.right) / 2, y: Self.height - 10, anchor: "middle"
        )
        return ([head, caption, under] + grid + curves + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private var grid: [String] {
        let (across, up) = (horizontal, vertical)
        let columns = stride(from: across.low, through: across.high, by: 1).flatMap { power in
            let place = x(power)
            return [
                Self.stroke(place, Self.top, place, Self.height - Self.bottom),
                Self.label(
                    FigureReport.number(pow(10, power)), x: place, y: Self.height - Self.bottom + 20, anchor: "middle"),
            ]
        }
        let rows = stride(from: up.low, through: up.high, by: 1).flatMap { power in
            let place = y(power)
            return [
                Self.stroke(Self.left, place, Self.width - Self.right, place),
                Self.label(Self.power(power), x: Self.left - 8, y: place + 4, anchor: "end"),
            ]
        }
        return columns + rows
    }

    private var curves: [String] {
        let heights = labelHeights
        return lines.indices.flatMap { index -> [String] in
            let points = lines[index].medians.map { (x(log10(Double($0.size))), y(log10($0.value))) }
            guard let last = lines[index].medians.last else { return [] }
            let colour = Self.colours[index % Self.colours.count]
            let path = points.map { "\(Self.round($0.0)),\(Self.round($0.1))" }.joined(separator: " ")
            let dots = points.map {
                "<circle cx=\"\(Self.round($0.0))\" cy=\"\(Self.round($0.1))\" r=\"3\" fill=\"\(colour)\"/>"
            }
            let name = "\(lines[index].name), \(FigureReport.number(last.value)) \(lines[index].unit)"
            return ["<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>"] + dots
                + [Self.label(name, x: Self.width - Self.right + 10, y: heights[index] + 4, fill: colour)]
        }
    }

    /// At the ends of the lines, but not one above the other.
    private var labelHeights: [Double] {
        var heights = [Double](repeating: Self.top, count: lines.count)
        var lowest = 0.0
        let ends = lines.indices.map { index in (index, lines[index].medians.last.map { y(log10($0.value)) } ?? 0) }
        for (index, end) in ends.sorted(by: { $0.1 < $1.1 }) {
            heights[index] = max(end, lowest + 16)
            lowest = heights[index]
        }
        return heights
    }

    private func x(_ power: Double) -> Double {
        let part = (power - horizontal.low) / max(1, horizontal.high - horizontal.low)
        return Self.left + part * (Self.width - Self.right - Self.left)
    }

    private func y(_ power: Double) -> Double {
        let part = (power - vertical.low) / max(1, vertical.high - vertical.low)
        return Self.height - Self.bottom - part * (Self.height - Self.bottom - Self.top)
    }

    private static func powers(_ values: [Double]) -> (low: Double, high: Double) {
        let logarithms = values.filter { $0 > 0 }.map { log10($0) }
        return ((logarithms.min() ?? 0).rounded(.down), (logarithms.max() ?? 1).rounded(.up))
    }

    private static func power(_ power: Double) -> String {
        power < 0 ? "0." + String(repeating: "0", count: Int(-power) - 1) + "1" : FigureReport.number(pow(10, power))
    }

    private static func stroke(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line x1=\"\(round(x1))\" y1=\"\(round(y1))\" x2=\"\(round(x2))\" y2=\"\(round(y2))\" stroke=\"#dddddd\"/>"
    }

    private static func label(
        _ text: String, x: Double, y: Double, anchor: String = "start", fill: String = "#333333"
    ) -> String {
        "<text x=\"\(round(x))\" y=\"\(round(y))\" text-anchor=\"\(anchor)\" fill=\"\(fill)\">\(text)</text>"
    }

    private static func round(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}
