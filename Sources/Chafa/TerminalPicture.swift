// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CChafa

/// Draws pictures in terminals, by libchafa.
package enum TerminalPicture {
    /// The area in which a picture is drawn.
    package struct Frame: Sendable, Equatable {
        /// Cells that it fits in.
        package var columns: Int
        package var rows: Int
        /// Pixels of one cell.
        package var cellWidth: Int
        package var cellHeight: Int

        /// Cells of unknown size are taken as 8 by 16 pixels.
        package init(columns: Int, rows: Int, cellWidth: Int = 8, cellHeight: Int = 16) {
            self.columns = columns
            self.rows = rows
            self.cellWidth = cellWidth
            self.cellHeight = cellHeight
        }
    }

    /// Returns a picture in the best format that a terminal supports: sixels, the protocols of kitty and iTerm, or
    /// letters in colours.
    ///
    /// - Parameters:
    ///   - pixels: Four bytes each: red, green, blue, and opacity; rows without gaps.
    ///   - environment: The variables (`TERM=…`) by which the terminal is identified.
    /// - Returns: The output for the terminal, starting at the cursor.
    package static func draw(
        _ pixels: [UInt8], width: Int, height: Int, in frame: Frame, environment: [String]
    ) -> [UInt8] {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 4, "pixels are missing")
        let terminal = unsafe detect(environment)
        defer { unsafe chafa_term_info_unref(terminal) }
        let mode = unsafe pixelMode(terminal, environment)
        guard let configuration = unsafe chafa_canvas_config_new() else { return [] }
        defer { unsafe chafa_canvas_config_unref(configuration) }
        let ratio = Float(frame.cellWidth) / Float(frame.cellHeight)
        var (columns, rows) = (gint(frame.columns), gint(frame.rows))
        unsafe chafa_calc_canvas_geometry(gint(width), gint(height), &columns, &rows, ratio, 1, 0)
        unsafe chafa_canvas_config_set_geometry(configuration, max(1, columns), max(1, rows))
        unsafe chafa_canvas_config_set_cell_geometry(configuration, gint(frame.cellWidth), gint(frame.cellHeight))
        unsafe chafa_canvas_config_set_pixel_mode(configuration, mode)
        unsafe chafa_canvas_config_set_canvas_mode(configuration, canvasMode(terminal))
        return unsafe print(pixels, width, height, configuration, terminal)
    }

    private static func print(
        _ pixels: [UInt8], _ width: Int, _ height: Int, _ configuration: OpaquePointer, _ terminal: OpaquePointer
    ) -> [UInt8] {
        guard let canvas = unsafe chafa_canvas_new(configuration) else { return [] }
        defer { unsafe chafa_canvas_unref(canvas) }
        unsafe chafa_canvas_draw_all_pixels(
            canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels, gint(width), gint(height), gint(width * 4))
        guard let text = unsafe chafa_canvas_print(canvas, terminal) else { return [] }
        defer { unsafe g_string_free(text, 1) }
        return unsafe Array(UnsafeRawBufferPointer(start: text.pointee.str, count: Int(text.pointee.len)))
    }

    // MARK: The terminal

    /// - Returns: A reference of the caller's.
    private static func detect(_ environment: [String]) -> OpaquePointer {
        var variables: [UnsafeMutablePointer<gchar>?] = unsafe environment.map { unsafe g_strdup($0) } + [nil]
        defer { for index in 0..<environment.count { unsafe g_free(variables[index]) } }
        let known = unsafe chafa_term_db_detect(chafa_term_db_get_default(), &variables)
        guard let known = unsafe known else { preconditionFailure("libchafa knows no terminal at all") }
        return unsafe known
    }

    private static func pixelMode(_ terminal: OpaquePointer, _ environment: [String]) -> ChafaPixelMode {
        // A multiplexer does not pass pictures on, regardless of the terminal around it.
        let isMultiplexed = environment.contains { variable in
            ["TMUX=", "STY=", "TERM=screen", "TERM=tmux", "TERM_PROGRAM=tmux"].contains { variable.hasPrefix($0) }
        }
        if isMultiplexed { return CHAFA_PIXEL_MODE_SYMBOLS }
        let modes = [
            (CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1, CHAFA_PIXEL_MODE_KITTY),
            (CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE, CHAFA_PIXEL_MODE_ITERM2),
            (CHAFA_TERM_SEQ_BEGIN_SIXELS, CHAFA_PIXEL_MODE_SIXELS),
        ]
        return modes.first { unsafe chafa_term_info_have_seq(terminal, $0.0) != 0 }?.1 ?? CHAFA_PIXEL_MODE_SYMBOLS
    }

    private static func canvasMode(_ terminal: OpaquePointer) -> ChafaCanvasMode {
        let modes = [
            (CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT, CHAFA_CANVAS_MODE_TRUECOLOR),
            (CHAFA_TERM_SEQ_SET_COLOR_FGBG_256, CHAFA_CANVAS_MODE_INDEXED_240),
            (CHAFA_TERM_SEQ_SET_COLOR_FGBG_16, CHAFA_CANVAS_MODE_INDEXED_16),
        ]
        return modes.first { unsafe chafa_term_info_have_seq(terminal, $0.0) != 0 }?.1 ?? CHAFA_CANVAS_MODE_FGBG
    }
}
