// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: AlarmService {
    package func addAlarm(_ wish: AlarmWish) async throws(ServiceError) -> AlarmRecord {
        try await call(AlarmMethods.add, Only(Strict(wish))).value
    }

    package func setAlarm(_ identifier: String, isOn: Bool) async throws(ServiceError) -> AlarmRecord {
        try await call(AlarmMethods.set, Only(AlarmSwitch(identifier, isOn: isOn))).value
    }
}
