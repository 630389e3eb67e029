// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueTestSupport
import Synchronization
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Pictures on web servers")
struct RemotePictureTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// Pictures that a closure gives, and the addresses that it was asked for.
    private func pictures(limit: Int64 = 1 << 20, _ bytes: [UInt8]?) -> (RemotePictures, LogLines) {
        let asked = LogLines()
        let pictures = RemotePictures(folder: folder.file("pictures"), limit: limit) { address in
            asked.append(address)
            return bytes
        }
        return (pictures, asked)
    }

    private func picture(_ name: String) throws -> MediaLocation {
        try #require(MediaLocation(uri: "http://h/" + name))
    }

    @Test("a picture is fetched once, however many ask for it, also by the next run")
    func once() async throws {
        let (pictures, asked) = pictures([1, 2, 3])
        let place = try picture("a.png")

        async let first = pictures.file(for: place)
        async let second = pictures.file(for: place)
        let files = await [first, second, pictures.file(for: place)]
        let path = String(decoding: try #require(files.first??.filePath), as: UTF8.self)

        #expect(Set(files).count == 1)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == [1, 2, 3])
        #expect(asked.all == ["http://h/a.png"])
        let (later, askedLater) = self.pictures(nil)
        #expect(await later.file(for: place) == files[0])
        #expect(askedLater.all.isEmpty)
    }

    @Test("pictures of other programs are fetched and kept like those of web servers")
    func provided() async throws {
        let (pictures, asked) = pictures([4, 5])
        let place = try #require(MediaLocation(uri: "oncue://provided-picture/org.example.Music/cover"))

        let first = await pictures.file(for: place)

        #expect(first != nil)
        #expect(await pictures.file(for: place) == first)
        #expect(asked.all == [place.uri])
    }

    @Test("what cannot be had, or is too large, is not asked for again at once", arguments: [nil, 11 << 20])
    func failure(_ size: Int?) async throws {
        let (pictures, asked) = pictures(size.map { [UInt8](repeating: 0, count: $0) })

        for _ in 0..<3 { #expect(await pictures.file(for: try picture("b.png")) == nil) }

        #expect(asked.all.count == 1)
    }

    @Test("only web servers are asked, and the files keep their limit")
    func bounds() async throws {
        let (pictures, asked) = pictures(limit: 1000, [UInt8](repeating: 7, count: 300))

        #expect(await pictures.file(for: try #require(MediaLocation(uri: "ftp://h/a.png"))) == nil)
        #expect(asked.all.isEmpty)
        for number in 0..<9 { #expect(await pictures.file(for: try picture(String(number))) != nil) }
        let count = try FileManager.default.contentsOfDirectory(atPath: folder.file("pictures")).count
        #expect(count > 0 && count * 300 <= 1000)
    }
}
