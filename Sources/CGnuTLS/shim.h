// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
#pragma once
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
