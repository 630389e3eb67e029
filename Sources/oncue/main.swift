// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueTerminal

StandardDescriptors.complete()
exit(await Program.main())
