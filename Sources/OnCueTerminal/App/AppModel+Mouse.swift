// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The mouse: a click selects, a double click is Enter, the wheel scrolls, a drag moves an entry of the queue, and a
/// click on the bar seeks.
extension AppModel {
    /// The rows per step of the wheel.
    private static let wheelRows = 3

    mutating func point(_ mouse: Mouse) -> [AppEffect] {
        switch mouse.kind {
        case .wheelUp: return wheel(-1, mouse)
        case .wheelDown: return wheel(1, mouse)
        case .release:
            let isMoved = held != nil
            held = nil
            return isMoved ? queue.drop() : []
        case .drag: return drag(mouse)
        case .press: break
        }
        if helpTop != nil || prompt != nil {
            (helpTop, info, prompt) = (nil, nil, nil)
            return []
        }
        if layout.isTiny { return [] }
        if layout.hasTabs, mouse.row == 0 { return AppTabs(self).tab(at: mouse.column).map { show($0) } ?? [] }
        if mouse.row == layout.bar { return seek(mouse.column) }
        if mouse.row == layout.header { return back() }
        guard layout.body.contains(mouse.row) else { return [] }
        return press(row: mouse.row - layout.body.lowerBound, mouse)
    }

    private mutating func wheel(_ direction: Int, _ mouse: Mouse) -> [AppEffect] {
        guard helpTop == nil, prompt == nil else { return [] }
        if mouse.row == layout.bar, !layout.isTiny { return volume(by: direction < 0 ? 0.02 : -0.02) }
        let rows = direction * Self.wheelRows
        switch tab {
        case .now: return perform(direction < 0 ? .up : .down)
        case .queue: return queue.scroll(by: rows)
        default: return with(tab) { $0.scroll(by: rows) }
        }
    }

    private mutating func seek(_ column: Int) -> [AppEffect] {
        guard let report, let duration = report.entry?.duration,
            let bar = AppBar(report, now.listening, width: layout.width).bar
        else { return [.command(.toggle)] }
        guard bar.contains(column) else { return column < bar.lowerBound ? [.command(.toggle)] : [] }
        return [.command(.seek(to: duration * (Double(column - bar.lowerBound) / Double(max(1, bar.count - 1)))))]
    }

    private mutating func press(row: Int, _ mouse: Mouse) -> [AppEffect] {
        guard tab != .now else { return pressNow(row: row, mouse) }
        let columns = shownColumns
        if let parent = columns.parent, parent.contains(mouse.column) { return back() }
        if let preview = columns.preview, preview.contains(mouse.column) {
            guard openDirectory == nil else { return [] }
            let effects = perform(.open)
            return effects + select(level.top + row)
        }
        let index = level.top + row
        guard index < level.count else { return [] }
        if mouse.isDouble { return select(index) + enter() }
        if tab == .queue, level.filter == nil { held = index }
        return select(index)
    }

    private mutating func pressNow(row: Int, _ mouse: Mouse) -> [AppEffect] {
        let layout = NowLayout(layout)
        let list = layout.panelRows
        let count = now.count(coming: comingCount)
        guard layout.panel.contains(mouse.column), list.contains(row) else { return [] }
        let index = now.top(list.count, count: count, report) + row - list.lowerBound
        guard index < count else { return [] }
        now.cursor = index
        return mouse.isDouble ? enter() : []
    }

    private mutating func drag(_ mouse: Mouse) -> [AppEffect] {
        if mouse.row == layout.bar, held == nil, !layout.isTiny { return seek(mouse.column) }
        guard tab == .queue, held != nil, layout.body.contains(mouse.row) else { return [] }
        queue.drag(to: min(level.top + mouse.row - layout.body.lowerBound, max(0, level.count - 1)))
        return []
    }

    /// The columns as they are drawn.
    var shownColumns: (parent: Range<Int>?, list: Range<Int>, preview: Range<Int>?) {
        let pane = trees[tab]
        if openDirectory != nil { return layout.foundColumns }
        return layout.columns(hasParent: (pane?.levels.count ?? 1) > 1, hasPreview: pane?.preview != nil)
    }
}
