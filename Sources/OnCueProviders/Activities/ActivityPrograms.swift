// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The programs that declare types of activities in installed files. A file that comes, changes or goes is noticed.
@MediaActor
final class ActivityPrograms {
    /// Called after something is different.
    var onChange: (@MediaActor () async -> Void)? {
        get { files.onChange }
        set { files.onChange = newValue }
    }

    var all: [String: ActivityProgram] { files.all }
    private let files: InstalledDeclarations<[String: ActivityProgram]>

    /// - Parameter folders: The first has precedence. They need not exist.
    init(folders: [String]) {
        files = InstalledDeclarations(folders: folders, none: [:], label: "oncue.activity-files") {
            ActivityProgram.read($0)
        }
    }

    /// Reads all files again, and returns when those of this moment are known.
    func read() async { await files.read() }

    /// The program with a name on the bus.
    subscript(_ busName: String) -> ActivityProgram? { all[busName] }

    /// The programs that declare a type, by their names.
    func declarers(of type: String) -> [ActivityProgram] {
        all.values.filter { $0.types.contains(type) }.sorted { $0.busName < $1.busName }
    }
}
