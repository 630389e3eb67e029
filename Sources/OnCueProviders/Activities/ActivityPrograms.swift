// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The programs that declare types of activities in installed files. Notices files that are added, changed or removed.
@MediaActor
final class ActivityPrograms {
    /// Called after the programs have changed.
    var onChange: (@MediaActor () async -> Void)?

    var all: [String: ActivityProgram] { files.all.programs }
    private let files: InstalledDeclarations<ActivityDeclarations>
    private let log = Logger("activities")
    private var logged: [ActivityDeclarations.Problem] = []

    /// - Parameter folders: The folders, the first having precedence. They need not exist.
    init(folders: [String]) {
        files = InstalledDeclarations(folders: folders, none: ActivityDeclarations(), label: "oncue.activity-files") {
            ActivityDeclarations.read($0)
        }
        files.onChange = { [weak self] in
            self?.logProblems()
            await self?.onChange?()
        }
    }

    private func logProblems() {
        for problem in files.all.problems where !logged.contains(problem) {
            log.warning("a file of activities is wrong; oncue doctor names it", ["error": problem.sentence])
        }
        logged = files.all.problems
    }

    /// Rereads all files, and returns when their current content is known.
    func read() async { await files.read() }

    /// The program with a name on the bus, or `nil` if there is none.
    subscript(_ busName: String) -> ActivityProgram? { all[busName] }

    /// Returns the programs that declare a type, sorted by their names on the bus.
    func declarers(of type: String) -> [ActivityProgram] {
        all.values.filter { $0.types.contains(type) }.sorted { $0.busName < $1.busName }
    }
}
