// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension OnCueConnection {
    package func chapters() async throws(ClientError) -> ChapterListing {
        let reply = try await call("GetChapters", of: ServiceNames.nowPlaying)
        guard reply.count == 2, let rows = WireDictionary.list(reply[1]) else {
            throw .unexpectedAnswer(to: "GetChapters")
        }
        return ChapterListing(
            current: reply[0].countValue,
            items: rows.map {
                ChapterListing.Item(
                    title: $0.text("title") ?? "", start: $0.duration("start") ?? .zero, end: $0.duration("end"))
            })
    }

    package func seek(toChapter index: Int) async throws(ClientError) {
        try await call("SeekToChapter", of: ServiceNames.nowPlaying, [.uint32(UInt32(clamping: index))])
    }

    package func seekToNextChapter() async throws(ClientError) {
        try await call("NextChapter", of: ServiceNames.nowPlaying)
    }

    package func seekToPreviousChapter() async throws(ClientError) {
        try await call("PreviousChapter", of: ServiceNames.nowPlaying)
    }
}
