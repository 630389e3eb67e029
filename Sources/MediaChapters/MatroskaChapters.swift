// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Chapters of a Matroska or WebM file.
struct MatroskaChapters {
    /// Names of elements.
    private enum Name {
        static let segment: UInt64 = 0x1853_8067
        static let seekHead: UInt64 = 0x114D_9B74
        static let seek: UInt64 = 0x4DBB
        static let seekName: UInt64 = 0x53AB
        static let seekPosition: UInt64 = 0x53AC
        static let chapters: UInt64 = 0x1043_A770
        static let edition: UInt64 = 0x45B9
        static let editionHidden: UInt64 = 0x45BD
        static let editionDefault: UInt64 = 0x45DB
        static let atom: UInt64 = 0xB6
        static let start: UInt64 = 0x91
        static let hidden: UInt64 = 0x98
        static let enabled: UInt64 = 0x4598
        static let display: UInt64 = 0x80
        static let text: UInt64 = 0x85
    }

    /// Chapters in chapters in chapters.
    private static let depthLimit = 4

    private let file: MatroskaElements
    private let segment: Range<Int>

    /// `nil` if the file has another format.
    init?(_ medium: MediaBytes) {
        guard medium.bytes(at: 0, 4) == [0x1A, 0x45, 0xDF, 0xA3] else { return nil }
        file = MatroskaElements(bytes: medium)
        let top = file.elements(in: medium.all) { $0.name == Name.segment }
        guard let last = top.last, last.name == Name.segment else { return nil }
        segment = last.content
    }

    func read() -> [Chapter] {
        guard let range = chapters() else { return [] }
        let editions = file.elements(in: range).filter { $0.name == Name.edition }.prefix(64)
            .map { file.elements(in: $0.content) }
        let visible = editions.filter { !flag(Name.editionHidden, in: $0, otherwise: false) }
        let chosen = visible.first { flag(Name.editionDefault, in: $0, otherwise: false) } ?? visible.first
        var found: [Chapter] = []
        for atom in (chosen ?? []).filter({ $0.name == Name.atom }) { take(atom, 0, &found) }
        return found
    }

    /// Returns the chapters at the position in the table at the beginning, or else wherever they are.
    private func chapters() -> Range<Int>? {
        let level = file.elements(in: segment) { $0.name == Name.chapters }
        if let last = level.last, last.name == Name.chapters { return last.content }
        for head in level where head.name == Name.seekHead {
            for seek in file.elements(in: head.content) where seek.name == Name.seek {
                let parts = file.elements(in: seek.content)
                guard let name = parts.first(where: { $0.name == Name.seekName }), file.number(name) == Name.chapters,
                    let position = parts.first(where: { $0.name == Name.seekPosition }),
                    let offset = Int(exactly: file.number(position)), offset < segment.count,
                    let element = file.element(at: segment.lowerBound + offset, before: segment.upperBound),
                    element.name == Name.chapters
                else { continue }
                return element.content
            }
        }
        return nil
    }

    private func take(_ atom: MatroskaElements.Element, _ depth: Int, _ found: inout [Chapter]) {
        guard depth < Self.depthLimit, found.count < Chapter.limit else { return }
        let parts = file.elements(in: atom.content)
        guard !flag(Name.hidden, in: parts, otherwise: false), flag(Name.enabled, in: parts, otherwise: true) else {
            return
        }
        if let start = parts.first(where: { $0.name == Name.start }).flatMap({
            ChapterText.start(nanoseconds: file.number($0))
        }) {
            let display = parts.first { $0.name == Name.display }.map { file.elements(in: $0.content) }
            let title = display?.first { $0.name == Name.text }.map(file.text)
            found.append(Chapter(start: start, title: title ?? ""))
        }
        for inner in parts where inner.name == Name.atom { take(inner, depth + 1, &found) }
    }

    private func flag(_ name: UInt64, in parts: [MatroskaElements.Element], otherwise value: Bool) -> Bool {
        parts.first { $0.name == name }.map { file.number($0) != 0 } ?? value
    }
}
