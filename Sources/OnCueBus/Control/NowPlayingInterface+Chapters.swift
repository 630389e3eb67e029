// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

extension NowPlayingInterface {
    func answerAboutChapters(_ call: BusMethodCall, reply: BusReply) {
        let chapters = chapters
        let index = call.arguments.first?.intValue ?? -1
        switch call.member {
        case "GetChapters": reply.answer { try await self.list() }
        case "SeekToChapter": answer(reply) { try await chapters.seek(to: index) }
        case "NextChapter": answer(reply) { try await chapters.next() }
        case "PreviousChapter": answer(reply) { try await chapters.previous() }
        default: reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
    }

    private func answer(_ reply: BusReply, _ body: @escaping @MediaActor () async throws -> Void) {
        reply.answer {
            try await body()
            return []
        }
    }

    private func list() async throws -> [BusValue] {
        let (list, current) = try await chapters.chapters()
        let duration = duration
        let rows = list.chapters.enumerated().map { index, chapter in
            var values = BusDictionary()
            values.set("title", .string(chapter.title))
            values.set("start", chapter.start)
            values.set("end", list.end(of: index, in: duration))
            return BusValue.dictionary(values.values)
        }
        return [.int32(Int32(clamping: current?.index ?? -1)), .array(rows, of: "a{sv}")]
    }
}
