// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension UserDirectories {
    /// The configuration file.
    package var configurationFile: String { configuration + "/oncue.conf" }
    /// The path of the copy of the last valid configuration file.
    package var lastGoodConfiguration: String { state + "/oncue.conf.good" }
}
