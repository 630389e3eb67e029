// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The files behind items: `org.oncue.Files1`.
package protocol FileService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Opens the file of an item and reports its properties.
    ///
    /// - Throws: `notFound`, `invalidPlace`, `refused` (it is not a single file on this machine), `unreadable`.
    func file(of place: String) async throws(Failure) -> ReportedFile
}

/// The file of an item, with its properties.
package struct ReportedFile: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var title: String
    package var location: MediaLocation
    package var report: FileReport

    package init(_ identifier: ContentIdentifier, title: String, at location: MediaLocation, _ report: FileReport) {
        self.identifier = identifier
        self.title = title
        self.location = location
        self.report = report
    }
}

// MARK: On the bus

package enum FileMethods {
    package static let file = Method<Only<String>, Only<ReportedFile>>(
        ServiceNames.files, "GetFile", isRepeatable: true)

    package static func bindings<Service: FileService>() -> [Binding<Service>] {
        [Binding(file) { Only(try await $0.file(of: $1.value)) }]
    }
}

extension ReportedFile: DictionaryForm {
    package static var blank: ReportedFile { ReportedFile(.root, title: "", at: .blank, FileReport()) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("title", &title)
        fields("url", &location, .required)
        report.form(&fields)
    }
}

extension FileReport: WireForm {
    package static var blank: FileReport { FileReport() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("size", &size)
        fields("modified", &modified)
        fields("duration", &duration)
        fields("bitRate", &bitRate)
        fields("sampleRate", &sampleRate)
        fields("channels", &channelCount)
        gains(&fields)
        picture(&fields)
        fields("lyrics", &lyrics)
        fields("tags", &tags)
    }

    private mutating func picture(_ fields: inout some FieldCoder) {
        var (origin, location): (String?, MediaLocation?)
        switch picture {
        case .tags: origin = "tags"
        case .file(let file): (origin, location) = ("file", file)
        case .web(let file): (origin, location) = ("web", file)
        case nil: break
        }
        fields("picture", &origin)
        fields("pictureUrl", &location)
        picture = origin == "tags" ? .tags : location.map { origin == "web" ? .web($0) : .file($0) }
    }

    private mutating func gains(_ fields: inout some FieldCoder) {
        var gain = replayGain ?? ReplayGain(trackGain: nil, trackPeak: nil, albumGain: nil, albumPeak: nil)
        fields("trackGain", &gain.trackGain)
        fields("trackPeak", &gain.trackPeak)
        fields("albumGain", &gain.albumGain)
        fields("albumPeak", &gain.albumPeak)
        replayGain = gain.trackGain == nil && gain.albumGain == nil ? nil : gain
    }
}

extension FileReport.Tag: StructureForm {
    package static var blank: FileReport.Tag { FileReport.Tag("", "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name)
        fields("value", &value)
    }
}

extension FoundLyrics.Source: WireField {}
