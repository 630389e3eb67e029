// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// Checks the installed files that declare programs with activities.
@MediaActor
package struct ActivityFileHealth: HealthProbing {
    /// The largest number of problems listed; any others are only counted.
    private static let limit = 10

    package let name = "activities.files"
    private let folders: [String]
    private let executor = BlockingExecutor(label: "oncue.health.activities")

    /// - Parameter folders: The folders of declarations, the first having precedence.
    package init(folders: [String]) { self.folders = folders }

    package func checks() async -> [HealthCheck] {
        let found = await executor.run { [folders] in ActivityDeclarations.read(folders) }
        guard !found.problems.isEmpty else {
            let count = found.programs.count
            return [
                HealthCheck(
                    name, .ok,
                    count == 0 ? "no program declares activities" : count == 1 ? "1 program" : "\(count) programs")
            ]
        }
        var checks = found.problems.prefix(Self.limit).map { problem in
            HealthCheck(
                name, .warning, problem.sentence,
                advice: "correct the file, or remove it: rm \(ShellWord.quoted(problem.path))")
        }
        let rest = found.problems.count - checks.count
        if rest > 0 { checks.append(HealthCheck(name, .warning, "\(rest) more things are wrong in such files")) }
        return checks
    }
}
