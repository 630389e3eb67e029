// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

extension LibraryStatus {
    /// The object of `oncue library --json`; `failures` only for `oncue library status`.
    var json: JSONValue { .object(members) }

    func json(failures: ScanFailurePage) -> JSONValue {
        let list: JSONValue = [
            "total": .int(failures.total), "offset": .int(0),
            "items": .array(failures.failures.map { $0.json }),
        ]
        return .object(members + [JSONValue.Member("failures", list)])
    }

    private var members: [JSONValue.Member] {
        [
            JSONValue.Member("folders", .array(folders.map(\.json))),
            JSONValue.Member("tracks", .int(trackCount)),
            JSONValue.Member("albums", .int(albumCount)),
            JSONValue.Member("artists", .int(artistCount)),
            JSONValue.Member("duration", .seconds(totalDuration)),
            JSONValue.Member("revision", .number(revision.number)),
            JSONValue.Member("scan", scan?.json ?? .null),
            JSONValue.Member("report", lastReport?.json ?? .null),
            JSONValue.Member("watching", .string(watching.rawValue)),
            JSONValue.Member("paused", .bool(isPaused)),
        ]
    }
}

extension ScanReport.Failure {
    var json: JSONValue {
        ["url": .string(location.uri), "path": .string(location.description), "reason": .string(reason)]
    }
}

extension MediaLocation {
    /// The exact URI, and the path; bytes that are not UTF-8 are replaced in the latter.
    fileprivate var json: JSONValue { ["url": .string(uri), "path": .string(description)] }
}
