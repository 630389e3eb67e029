// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/gcm.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
