// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueClient
package import OnCueDoctor
package import PlayerControl

/// Everything that commands use outside this process: the service, the players on the bus, and the doctor.
package protocol CommandService: MediaServiceClient, PlayerClient, DoctorClient {}

extension OnCueConnection: CommandService {}
