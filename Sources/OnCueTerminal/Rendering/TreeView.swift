// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import TextOutput

/// Several levels of the content tree, indented, and as JSON.
enum TreeView {
    static func lines(_ tree: ContentBranchRows, screen: Screen) -> [String] {
        var rows: [ContentTable.Row] = []
        var remarks: [(position: Int, indent: Int, count: Int)] = []
        collect(tree, indent: 0, &rows, &remarks)
        let style = Style(isOn: screen.usesColor)
        // Remarks are placed below the titles, whose column starts after the longest path.
        let start = (rows.map { TextLayout.width(of: $0.record.path ?? $0.record.identifier) }.max() ?? 0) + 2
        var lines = ContentTable.lines(rows, screen: screen)
        for remark in remarks.reversed() {
            let text = TextLayout.spaces(start + remark.indent * 2) + "… \(remark.count) more"
            lines.insert(
                style.dim(screen.isTerminal ? TextLayout.truncate(text, to: screen.width) : text), at: remark.position)
        }
        return lines
    }

    private static func collect(
        _ tree: ContentBranchRows, indent: Int, _ rows: inout [ContentTable.Row],
        _ remarks: inout [(position: Int, indent: Int, count: Int)]
    ) {
        for node in tree.nodes {
            rows.append(ContentTable.Row(record: node.record, indent: indent))
            if let children = node.children { collect(children, indent: indent + 1, &rows, &remarks) }
        }
        if tree.missing > 0 { remarks.append((rows.count, indent, tree.missing)) }
    }
}

extension ContentBranchRows {
    /// Returns the object of `oncue browse --json --depth N`.
    func json(_ listing: ContentListing) -> JSONValue {
        guard case .object(let members) = listing.json else { return .null }
        return .object(members.map { $0.name == "items" ? JSONValue.Member("items", items) : $0 })
    }

    private var items: JSONValue {
        .array(
            nodes.map { node in
                guard let children = node.children, case .object(let members) = node.record.json else {
                    return node.record.json
                }
                return .object(members + [JSONValue.Member("children", children.items)])
            })
    }
}
