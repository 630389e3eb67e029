// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore
internal import OnCueSuggestions

extension LoggedDonation {
    /// The donation as a line of JSON in an export.
    var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? encoder.encode(DonationLine(self))
        return data.map { String(decoding: $0, as: UTF8.self).withEscapedSteering } ?? "{}"
    }
}

/// The members of a line; unknown ones are left out.
private struct DonationLine: Encodable {
    struct Around: Encodable {
        let time: Int64
        let hour: Double
        let weekday: Int
        let place: String?
        let trigger: String?
        let device: String?

        init(_ moment: Moment) {
            time = Int64(moment.time)
            hour = moment.hour
            weekday = moment.weekday
            place = moment.place
            trigger = moment.trigger
            device = moment.device
        }
    }

    let kind: String
    let item: String
    let moment: Around
    let open: Bool?
    let choice: Around?
    let program: String?
    let identifier: String?

    init(_ logged: LoggedDonation) {
        kind = logged.donation.kind.rawValue
        item = logged.donation.item
        moment = Around(logged.donation.moment)
        open = logged.donation.isOpen ? true : nil
        choice = logged.donation.choice.map(Around.init)
        program = logged.origin?.program
        identifier = logged.origin?.identifier
    }
}
