// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension OnCueConnection {
    package func outputs() async throws(ClientError) -> OutputListing {
        let reply = try await call("GetOutputs", of: ServiceNames.outputs)
        guard reply.count == 2, let state = WireDictionary(reply[0]), let outputs = WireDictionary.list(reply[1]) else {
            throw .unexpectedAnswer(to: "GetOutputs")
        }
        let chosen = state.text("chosen").map { identifier in
            OutputListing.Choice(identifier: identifier, title: state.text("chosenTitle") ?? identifier)
        }
        return OutputListing(
            outputs: outputs.compactMap { OutputListing.Output($0) }, chosen: chosen,
            isServerThere: state.flag("server") ?? false, fixed: state.text("fixed"))
    }

    package func setOutput(_ identifier: String?) async throws(ClientError) {
        try await call("SetOutput", of: ServiceNames.outputs, [.string(identifier ?? "")])
    }
}

extension OutputListing.Output {
    fileprivate init?(_ wire: WireDictionary) {
        guard let identifier = wire.text("identifier") else { return nil }
        self.init(
            identifier: identifier, title: wire.text("title") ?? identifier, kind: wire.text("kind") ?? "other",
            isAvailable: wire.flag("available") ?? true, isDefault: wire.flag("default") ?? false,
            isCurrent: wire.flag("current") ?? false)
    }
}
