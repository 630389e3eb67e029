// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
internal import OnCueRuntime

/// The files `NAME.intents` in which programs declare what they can do.
extension IntentFile {
    private static let largestCount = 64

    /// Returns the declarations in folders, by the names of the programs; of two of one program the first is used. A file
    /// with a mistake is left out, and the log says why. Blocks.
    static func read(folders: [String]) -> [String: IntentFile] {
        let log = Logger("intents")
        var files: [String: IntentFile] = [:]
        for folder in folders {
            for name in InstalledFiles.names(in: folder) where name.hasSuffix(".intents") {
                let path = folder + "/" + name
                guard files.count < largestCount else { break }
                guard let text = InstalledFiles.contents(path, largest: IntentLimits.fileBytes) else {
                    log.warning(
                        "a file of intents is not used",
                        [
                            "file": path,
                            "error": "it cannot be read, or is larger than \(IntentLimits.fileBytes / 1024) KiB",
                        ])
                    continue
                }
                let (file, problems) = read(text)
                guard let file, let identity = ProviderIdentity(busName: file.program),
                    identity.busName != ServiceNames.busName
                else {
                    let problem = problems.first { $0.isMistake }
                    let place = problem.map { "\($0.line):\($0.column): " } ?? ""
                    log.warning(
                        "a file of intents is not used; oncue shortcut check says what is wrong",
                        ["file": path, "error": place + (problem?.message ?? "the program is this service")])
                    continue
                }
                if files[file.program] == nil { files[file.program] = file }
            }
        }
        return files
    }
}
