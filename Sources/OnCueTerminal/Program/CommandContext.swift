// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueClient

/// What a command works with.
package struct CommandContext: Sendable {
    let service: any MediaServiceClient
    var console: Console
    let files: LocalFiles
    let memory: PathMemory
    /// Address of the bus, for `status`.
    let busAddress: String
    let configuration: ConfigurationFile
    /// Draws covers, where it is told how.
    package var pictures: any PictureDrawer
    /// Asks the person back.
    package var questioner: any Questioner
    /// Has the person change a file.
    package var editor: any FileEditing

    package init(
        service: any MediaServiceClient, console: Console, files: LocalFiles, memory: PathMemory,
        busAddress: String, configuration: ConfigurationFile, pictures: any PictureDrawer = NoPictures(),
        questioner: any Questioner = NoQuestioner(), editor: any FileEditing = NoEditor()
    ) {
        self.service = service
        self.console = console
        self.files = files
        self.memory = memory
        self.busAddress = busAddress
        self.configuration = configuration
        self.pictures = pictures
        self.questioner = questioner
        self.editor = editor
    }
}
