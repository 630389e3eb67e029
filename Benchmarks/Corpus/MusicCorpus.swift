// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore

/// A generated library: many small files with distinct tags, as artist, album and track folders.
///
/// Ten tracks to an album and two albums to an artist; half are MP3, the others FLAC, Ogg Vorbis and Opus by album.
/// One album in five has a picture in each file. The same size always gives the same files.
struct MusicCorpus {
    let folder: String
    let count: Int
    private let seeds: SeedFiles

    /// Generates the files.
    ///
    /// - Parameters:
    ///   - count: Number of files.
    ///   - seeds: The folder with the files whose sound is used.
    ///   - folder: Where the files go; it is made.
    ///   - tellsLength: As of ``SeedFiles``.
    init(count: Int, seeds: String, folder: String, tellsLength: Bool = false) throws(BenchError) {
        self.count = count
        self.folder = folder
        self.seeds = try SeedFiles(folder: seeds, tellsLength: tellsLength)
        try Files.makeFolder(folder)
        for album in 0..<(count + CorpusNames.tracksPerAlbum - 1) / CorpusNames.tracksPerAlbum { try makeAlbum(album) }
    }

    /// The album of the file that ``changeOneFile(_:)`` changes.
    var changedAlbum: String { "Albums/" + CorpusNames(count / 2).album }

    /// Writes one file anew with another title each time and puts it in its place, as a tag editor does.
    func changeOneFile(_ time: Int) throws(BenchError) {
        let index = count / 2
        let names = CorpusNames(index)
        let path = "\(folder)/\(names.artist)/\(names.album)/\(fileName(names))"
        var tags = names.tags
        tags.title += " (take \(time + 2))"
        let part = path + ".part"
        try Files.write(seeds.file(format(names.albumNumber), tags, picture: nil), to: part)
        guard rename(part, path) == 0 else { throw .system("rename \(part)", errno) }
    }

    private func makeAlbum(_ album: Int) throws(BenchError) {
        let first = album * CorpusNames.tracksPerAlbum
        let names = CorpusNames(first)
        try Files.makeFolder("\(folder)/\(names.artist)")
        let path = "\(folder)/\(names.artist)/\(names.album)"
        try Files.makeFolder(path)
        let picture = album % 5 == 0 ? Self.picture(album) : nil
        for index in first..<min(first + CorpusNames.tracksPerAlbum, count) {
            let names = CorpusNames(index)
            try Files.write(
                seeds.file(format(album), names.tags, picture: picture), to: "\(path)/\(fileName(names))")
        }
    }

    private func fileName(_ names: CorpusNames) -> String {
        let number = names.trackNumber
        return (number < 10 ? "0" : "") + "\(number) \(names.title).\(format(names.albumNumber).rawValue)"
    }

    private func format(_ album: Int) -> SeedFiles.Format {
        switch album % 10 {
        case 0...4: .mp3
        case 5...7: .flac
        case 8: .ogg
        default: .opus
        }
    }

    /// As large as a small JPEG and as incompressible; nothing here looks into it.
    private static func picture(_ album: Int) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(album))
        let noise = (0..<1500).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        return [0xFF, 0xD8, 0xFF, 0xE0] + noise + [0xFF, 0xD9]
    }
}
