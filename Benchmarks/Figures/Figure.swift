// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One row of the table: what was measured and what came out.
struct Figure {
    /// What a figure is meant to be.
    enum Aim {
        case atLeast(Double)
        case atMost(Double)

        func isMet(by value: Double) -> Bool {
            switch self {
            case .atLeast(let bound): value >= bound
            case .atMost(let bound): value <= bound
            }
        }
    }

    let name: String
    let unit: String
    /// The median, or the percentile that the name tells of.
    let value: Double?
    let lowest: Double?
    let highest: Double?
    let runs: Int
    let aim: Aim?
    /// Stands in place of the value where there is none.
    let remark: String?
    let isFailure: Bool

    /// The median, or another quantile, of several runs.
    init(_ name: String, _ samples: Samples, _ unit: String, quantile: Double = 0.5, aim: Aim? = nil) {
        self.name = name
        self.unit = unit
        self.aim = aim
        value = samples.quantile(quantile)
        lowest = samples.values.min()
        highest = samples.values.max()
        runs = samples.values.count
        remark = value == nil ? "no run" : nil
        isFailure = value == nil
    }

    private init(_ name: String, remark: String, isFailure: Bool) {
        self.name = name
        self.remark = remark
        self.isFailure = isFailure
        (unit, value, lowest, highest, runs, aim) = ("", nil, nil, nil, 0, nil)
    }

    /// A row for what is not there to be measured.
    static func absent(_ name: String, _ remark: String) -> Figure {
        Figure(name, remark: remark, isFailure: false)
    }

    /// A row for what could not be measured.
    static func failed(_ name: String, _ reason: String) -> Figure {
        Figure(name, remark: "failed: \(reason)", isFailure: true)
    }

    /// Whether the aim is met; `nil` without one.
    var isAimMet: Bool? {
        guard let aim, let value else { return nil }
        return aim.isMet(by: value)
    }
}
