// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension Room: DictionaryForm {
    package static var blank: Room { Room(identifier: "", title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("title", &title)
        fields("connected", &isConnected)
        fields("playing", &isPlaying)
        fields("volume", &volume)
        fields("muted", &isMuted)
        fields("group", &group)
        fields("groupTitle", &groupTitle, .ifSet)
        fields("output", &output)
    }
}

extension RoomChange: DictionaryForm {
    package static var blank: RoomChange { RoomChange() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("volume", &volume)
        fields("muted", &isMuted)
        fields("playing", &isPlaying)
    }
}
