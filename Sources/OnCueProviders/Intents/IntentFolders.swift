// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents

/// The declarations in the files `NAME.intents` of some folders, and the reasons why any of these files are not used.
struct IntentFolders: Sendable, Equatable {
    private static let largestCount = 64

    /// The files by the names of their programs.
    var files: [String: IntentFile] = [:]
    /// A sentence for each file that is not used, by the path of the file.
    var problems: [String: String] = [:]

    init() {}

    /// Reads the files; if two are for one program, the first is used. A file with a mistake is left out. Blocks.
    init(reading folders: [String]) {
        for folder in folders {
            for name in InstalledFiles.names(in: folder) where name.hasSuffix(".intents") {
                let path = folder + "/" + name
                guard files.count < Self.largestCount else {
                    problems[path] = "there are \(Self.largestCount) programs already, which is the limit"
                    return
                }
                guard let text = InstalledFiles.contents(path, largest: IntentLimits.fileBytes) else {
                    problems[path] = "it cannot be read, or is larger than \(IntentLimits.fileBytes / 1024) KiB"
                    continue
                }
                add(text, at: path)
            }
        }
    }

    private mutating func add(_ text: String, at path: String) {
        let (file, problems) = IntentFile.read(text)
        guard let file, let identity = ProviderIdentity(busName: file.program),
            identity.busName != ServiceNames.busName
        else {
            let problem = problems.first { $0.isMistake }
            let place = problem.map { "\($0.line):\($0.column): " } ?? ""
            let advice = "; oncue shortcut check shows what is wrong"
            self.problems[path] = place + (problem?.message ?? "the program is this service") + advice
            return
        }
        if files[file.program] == nil { files[file.program] = file }
    }
}
