// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import GLib
internal import Glibc
internal import OnCueCore
internal import Pictures
internal import TagReading

/// Makes one picture file in the cache. Pictures are hostile, so a worker does it.
struct ArtworkJob: Sendable, Equatable {
    enum Source: Sendable, Hashable {
        /// The picture inside this media file.
        case embedded([UInt8])
        /// This picture file.
        case file([UInt8])
        /// A gradient in colours that are derived from a number.
        case generated(UInt64)
    }

    /// The largest picture file that is read, in bytes.
    static let pictureLimit = 100 << 20
    /// The size, in bytes, above which originals are re-encoded.
    static let originalLimit = 2 << 20
    /// The side of the square in which re-encoded originals have to fit, in pixels.
    static let originalSide = 1024

    var source: Source
    /// The side of the square that the picture has to fit in; 0 for the original size.
    var side: Int
    /// The folder of the cache.
    var folder: String

    /// Creates the file and returns its name in the folder, or `nil` if there is no usable picture.
    func perform() -> String? {
        switch source {
        case .embedded(let path):
            // A medium that cannot be read has no picture; its reader reports the reason.
            let picture = try? TagReader.picture(ofFileAt: path, limit: Self.pictureLimit)
            return picture.flatMap { keep($0.data) }
        case .file(let path): return BoundedFile.read(path, limit: Self.pictureLimit).flatMap(keep)
        case .generated(let seed): return generate(seed)
        }
    }

    private func keep(_ bytes: [UInt8]) -> String? {
        guard let format = PictureFormat(bytes) else { return nil }
        let hash = Checksum.sha256(bytes)
        if side == 0, bytes.count <= Self.originalLimit, let header = PictureHeader(bytes), header.isHarmless {
            let name = hash + "." + format.fileNameSuffix
            // A file that was truncated by a power failure is written again.
            return isThere(name, size: bytes.count) || write(bytes, name) ? name : nil
        }
        let side = side == 0 ? Self.originalSide : side
        let names = ["jpg", "png"].map { "\(hash)-\(side).\($0)" }
        if let known = names.first(where: { isThere($0) }) { return known }
        guard let scaled = try? PictureScaler.scale(bytes, toFit: side) else { return nil }
        let name = scaled.isJPEG ? names[0] : names[1]
        return write(scaled.bytes, name) ? name : nil
    }

    private func generate(_ seed: UInt64) -> String? {
        let side = side == 0 ? ArtworkSize.large.rawValue : side
        let name = "generated-\(String(seed, radix: 16))-\(side).jpg"
        if isThere(name) { return name }
        let colors = ArtworkColors(seed: seed)
        guard let picture = try? PictureScaler.gradient(from: colors.first, to: colors.last, side: side) else {
            return nil
        }
        return write(picture.bytes, name) ? name : nil
    }

    private func isThere(_ name: String, size: Int? = nil) -> Bool {
        guard let found = BoundedFile.size(folder + "/" + name) else { return false }
        return size.map { $0 == found } ?? (found > 0)
    }

    private func write(_ bytes: [UInt8], _ name: String) -> Bool {
        BoundedFile.write(bytes, to: folder + "/" + name)
    }
}

/// Two colours that match, always the same ones for the same number.
struct ArtworkColors: Equatable {
    typealias Color = (UInt8, UInt8, UInt8)

    let first: Color
    let last: Color

    init(seed: UInt64) {
        let hue = Double(seed % 360)
        let distance = 30 + Double(seed / 360 % 60)
        first = Self.color(hue: hue, lightness: 0.42)
        last = Self.color(hue: (hue + distance).truncatingRemainder(dividingBy: 360), lightness: 0.62)
    }

    static func == (left: ArtworkColors, right: ArtworkColors) -> Bool {
        left.first == right.first && left.last == right.last
    }

    /// Returns the colour of a hue in degrees and a lightness, with a moderate saturation.
    private static func color(hue: Double, lightness: Double) -> Color {
        let chroma = (1 - abs(2 * lightness - 1)) * 0.5
        func part(_ offset: Double) -> UInt8 {
            let position = (hue / 60 + offset).truncatingRemainder(dividingBy: 6)
            let share = max(0, min(1, abs(position - 3) - 1))
            return UInt8((lightness + chroma * (share - 0.5)) * 255)
        }
        return (part(0), part(4), part(2))
    }
}
