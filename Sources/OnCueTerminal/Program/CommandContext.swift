// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueClient

/// What a command works with.
package struct CommandContext: Sendable {
    let service: any MediaServiceClient
    let console: Console
    let files: LocalFiles
    let memory: RevisionMemory
    /// Address of the bus, for `status`.
    let busAddress: String
    /// Draws covers, where it is told how.
    package var pictures: any PictureDrawer
    /// Asks the person back.
    package var questioner: any Questioner

    package init(
        service: any MediaServiceClient, console: Console, files: LocalFiles, memory: RevisionMemory,
        busAddress: String, pictures: any PictureDrawer = NoPictures(),
        questioner: any Questioner = NoQuestioner()
    ) {
        self.service = service
        self.console = console
        self.files = files
        self.memory = memory
        self.busAddress = busAddress
        self.pictures = pictures
        self.questioner = questioner
    }
}
