#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Encrypts a text for a receiver of push messages, as senders do: encrypt-push.py PUBLIC-KEY AUTHENTICATION TEXT

import base64
import sys

from pywebpush import WebPusher

key, authentication, text = sys.argv[1:]
receiver = {"endpoint": "https://h/x", "keys": {"p256dh": key, "auth": authentication}}
body = WebPusher(receiver).encode(text.encode(), content_encoding="aes128gcm")["body"]
print(base64.urlsafe_b64encode(body).decode().rstrip("="))
