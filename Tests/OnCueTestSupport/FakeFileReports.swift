// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// Reports the same of every local file, without looking.
package struct FakeFileReports: FileReporting {
    package init() {}

    package func report(onFileAt location: MediaLocation) async throws(ContentError) -> FileReport {
        guard location.filePath != nil else { throw ContentError(.refused, "\(location) is no file") }
        var report = FileReport()
        report.tags = [FileReport.Tag("TITLE", "So What")]
        return report
    }
}
