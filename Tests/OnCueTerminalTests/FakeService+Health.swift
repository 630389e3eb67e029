// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore

extension FakeService {
    func health() async -> [HealthCheck] {
        change { $0.calls.append("health") }
        return current.health
    }
}
