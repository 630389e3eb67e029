// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Library1`: the folders of the library and the scanner, for other processes.
@MediaActor
package final class LibraryInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.library
    private let library: any LibraryManaging

    package init(library: any LibraryManaging) {
        self.library = library
    }

    /// Tells a library event to clients.
    package func announce(_ event: LibraryEvent, through export: BusExport) {
        switch event {
        case .scanProgressed(let progress): export.emit("ScanProgressed", [.dictionary(progress.busValues)])
        case .scanFinished(let report): export.emit("ScanFinished", [.dictionary(report.busValues)])
        case .contentChanged: break
        }
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        switch call.member {
        case "GetStatus": return [.dictionary(try await library.status().busValues)]
        case "AddFolder": try await library.addFolder(try folder(call.arguments.first))
        case "RemoveFolder": try await library.removeFolder(try folder(call.arguments.first))
        case "Scan": await library.scan()
        case "PauseScan": await library.pauseScan()
        case "ResumeScan": await library.resumeScan()
        case "CancelScan": await library.cancelScan()
        case "GetFailures": return try await failures(call.arguments.compactMap(\.intValue))
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }

    private func folder(_ value: BusValue?) throws(BusError) -> MediaLocation {
        let text = value?.stringValue ?? ""
        guard let location = MediaLocation(uri: text), location.filePath != nil else {
            throw ControlError.invalidValue("\"\(text.prefix(200))\" is not a folder; expected an absolute file:// URI")
        }
        return location
    }

    private func failures(_ numbers: [Int]) async throws -> [BusValue] {
        let page = try await library.failures(
            offset: max(0, numbers.first ?? 0), limit: BusLimits.page(numbers.last ?? 0))
        let rows = page.failures.map { BusValue.structure([.string($0.location.uri), .string($0.reason)]) }
        return [.uint32(UInt32(clamping: page.total)), .array(rows, of: "(ss)")]
    }
}

extension LibraryStatus {
    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("folders", .strings(folders.map(\.uri)))
        values.set("tracks", trackCount)
        values.set("albums", albumCount)
        values.set("artists", artistCount)
        values.set("duration", totalDuration)
        values.set("revision", .uint64(revision.number))
        values.set("watching", watching.rawValue)
        if isPaused { values.set("paused", .bool(true)) }
        if let scan { values.set("scan", .dictionary(scan.busValues)) }
        if let lastReport { values.set("report", .dictionary(lastReport.busValues)) }
        return values.values
    }
}

extension LibraryScanProgress {
    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("phase", phase.rawValue)
        values.set("found", found)
        values.set("toRead", toRead)
        values.set("read", read)
        values.set("failed", failed)
        values.set("elapsed", elapsed)
        values.set("rate", .double(rate))
        values.set("timeLeft", timeLeft)
        if isPaused { values.set("paused", .bool(true)) }
        return values.values
    }
}

extension ScanReport {
    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("added", added)
        values.set("changed", changed)
        values.set("removed", removed)
        values.set("unchanged", unchanged)
        values.set("failed", failed)
        values.set("elapsed", elapsed)
        if isCancelled { values.set("cancelled", .bool(true)) }
        values.set("error", error)
        return values.values
    }
}
