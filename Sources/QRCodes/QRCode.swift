// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CQREncode

/// A QR code: a square of dark and light modules, without the light margin around it.
package struct QRCode: Sendable, Equatable {
    /// The longest text in bytes; addresses are far shorter.
    package static let longest = 1_000

    /// Row by row; true is dark.
    package let rows: [[Bool]]

    /// The code of a text, which remains readable with 15 percent damage.
    ///
    /// - Returns: `nil` for a text that is empty or too long.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longest, !text.utf8.contains(0),
            let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        let modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        rows = (0..<width).map { row in
            (0..<width).map { column in unsafe modules[row * width + column] & 1 == 1 }
        }
    }
}
