// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The audio outputs, for front ends.
@MediaActor
package final class OutputDesk: nonisolated OutputService {
    package typealias Failure = ContentError

    /// Called at most once per turn of the main loop after outputs, the selection or the output in use changed.
    package let changes = Broadcast<Void>()

    private let keeper: OutputKeeper?
    private let fixed: String
    private var isAnnouncing = false

    /// - Parameters:
    ///   - keeper: `nil` if the outputs are fixed.
    ///   - fixed: The fixed outputs, as on the command line.
    package init(keeper: OutputKeeper?, fixed: String) {
        self.keeper = keeper
        self.fixed = fixed
        keeper?.changes.listen { [weak self] in self?.announce() }
    }

    private func announce() {
        guard !isAnnouncing else { return }
        isAnnouncing = true
        Task { @MediaActor in
            isAnnouncing = false
            changes.send(())
        }
    }

    @MediaActor
    package func outputs() async throws(ContentError) -> OutputListing {
        guard let keeper else { return OutputListing(isServerThere: false, fixed: fixed) }
        await keeper.refresh()
        let current = keeper.current?.identifier
        var listing = OutputListing(
            outputs: keeper.outputs.outputs.prefix(OutputListing.limit).map {
                OutputListing.Output($0, isCurrent: $0.identifier == current)
            }, isServerThere: keeper.outputs.isServerThere)
        if case .device(let identifier, let title) = keeper.selection {
            listing.chosen = OutputListing.Choice(identifier: identifier, title: title)
        }
        return listing
    }

    @MediaActor
    package func setOutput(_ identifier: String?) async throws(ContentError) {
        guard let keeper else {
            throw ContentError(
                .refused,
                "oncued was started with --output \(fixed); start it without --output to choose another one")
        }
        guard let identifier else { return await keeper.select(.followDefault) }
        await keeper.refresh()
        guard let output = keeper.outputs.output(identifier) else {
            let reason = keeper.outputs.isServerThere ? "there is no such output" : "no sound server is running"
            throw ContentError(
                .notFound, "cannot choose \"\(identifier.prefix(200))\": \(reason); list the outputs with: oncue output"
            )
        }
        await keeper.select(.device(identifier: output.identifier, title: output.title))
    }
}

extension OutputListing.Output {
    fileprivate init(_ output: AudioOutputDescription, isCurrent: Bool) {
        self.init(
            identifier: output.identifier, title: output.title, kind: output.kind.rawValue,
            isAvailable: output.isAvailable, isDefault: output.isDefault, isCurrent: isCurrent)
    }
}
