// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A QR code in a terminal: two rows of modules per line.
enum QRPicture {
    /// The width of the light margin that scanners need around a code.
    private static let margin = 2

    /// Returns the lines; none if they do not fit on the screen.
    ///
    /// Light modules are drawn, in colour if possible. On a dark terminal without colours a scanner still sees dark on
    /// light.
    static func lines(_ rows: [[Bool]], screen: Screen) -> [String] {
        guard let width = rows.first?.count, width + 2 * margin <= screen.width else { return [] }
        let light = [Bool](repeating: false, count: width + 2 * margin)
        let edge = [[Bool]](repeating: light, count: margin)
        let side = [Bool](repeating: false, count: margin)
        var all = edge + rows.map { side + $0 + side } + edge
        if all.count % 2 == 1 { all.append(light) }
        return stride(from: 0, to: all.count, by: 2).map { index in
            let line = zip(all[index], all[index + 1]).map { above, below in
                switch (above, below) {
                case (true, true): " "
                case (true, false): "▄"
                case (false, true): "▀"
                case (false, false): "█"
                }
            }.joined()
            // White on black, regardless of the terminal's own colours.
            return screen.usesColor ? "\u{1B}[97;40m\(line)\u{1B}[0m" : line
        }
    }
}
