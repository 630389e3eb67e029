// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import TextOutput

/// The line with all screens and their keys, in the longest form that fits.
struct AppTabs {
    private struct Label {
        var tab: AppTab
        var key: String
        var title: String
        var width: Int { key.count + TextLayout.width(of: title) }
    }

    private let labels: [Label]
    private let gap: Int
    private let current: AppTab
    private let screen: Screen

    init(_ model: AppModel) {
        current = model.tab
        screen = model.screen
        func labels(_ title: (AppTab) -> String, space: String) -> [Label] {
            AppTab.allCases.map { tab in
                let key = model.keys.name(of: tab.action).map { $0.count > 3 ? "" : $0 + space } ?? ""
                return Label(tab: tab, key: key, title: title(tab))
            }
        }
        let current = current
        let forms = [
            (labels(\.title, space: " "), 3), (labels(\.title, space: ""), 2), (labels(\.shortTitle, space: ""), 1),
            (labels({ $0 == current ? $0.title : "" }, space: ""), 1),
        ]
        // Without colours, the current one is in brackets.
        let width = model.layout.width - (model.screen.usesColor ? 0 : 2)
        let fitting = forms.first { $0.0.reduce(0) { $0 + $1.width } + $0.1 * ($0.0.count - 1) <= width }
        let alone = Label(tab: current, key: "", title: TextLayout.truncate(current.title, to: width))
        (self.labels, gap) = fitting ?? ([alone], 0)
    }

    var line: String {
        let style = Style(isOn: screen.usesColor)
        let texts = labels.map { label in
            if label.tab == current {
                return screen.usesColor ? style.inverse(label.key + label.title) : "[\(label.key)\(label.title)]"
            }
            return style.dim(label.key) + label.title
        }
        return texts.joined(separator: TextLayout.spaces(gap))
    }

    /// Returns the screen whose label is at a column.
    func tab(at column: Int) -> AppTab? {
        var start = 0
        for label in labels {
            let width = label.width + (label.tab == current && !screen.usesColor ? 2 : 0)
            if (start..<start + width).contains(column) { return label.tab }
            start += width + gap
        }
        return nil
    }
}
