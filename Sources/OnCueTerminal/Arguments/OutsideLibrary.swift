// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// A file that plays without being in the library, so that nothing can be stored about it.
enum OutsideLibrary {
    /// Returns the error to show about a place: for the current entry, with advice on adding its file to the library.
    static func explained(
        _ error: ClientError, about place: String, _ service: any MediaServiceClient
    ) async -> ClientError {
        guard error.isAbsence, let entry = try? await service.nowPlaying().entry, entry.identifier == place,
            let path = MediaLocation(uri: entry.url)?.filePath, let slash = path.lastIndex(of: UInt8(ascii: "/"))
        else { return error }
        let folder = String(decoding: path[..<max(1, slash)], as: UTF8.self)
        return ClientError(
            error.code,
            TextLayout.printable(
                "\"\(entry.shownTitle)\" is not in the library; add its folder with: oncue library add "
                    + ShellWord.quoted(folder)))
    }
}
