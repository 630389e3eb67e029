#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# A television, by UPnP on the loopback interface: finds a media server and walks along titles, as somebody does with a
# remote control. Writes what it sees as JSON.
#
#   upnp-browser.py NAME TITLE...   the name of the server, and the titles from its root on

import json
import re
import socket
import sys
import time
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree

GROUP = ("239.255.255.250", 1900)
CONTENT = "urn:schemas-upnp-org:service:ContentDirectory:3"
DEVICE = "{urn:schemas-upnp-org:device-1-0}"
DIDL = "{urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/}"
ENVELOPE = """<?xml version="1.0" encoding="utf-8"?>
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"
 s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body><u:Browse xmlns:u="%s">
<ObjectID>%s</ObjectID><BrowseFlag>BrowseDirectChildren</BrowseFlag><Filter>*</Filter>
<StartingIndex>%d</StartingIndex><RequestedCount>%d</RequestedCount><SortCriteria></SortCriteria>
</u:Browse></s:Body></s:Envelope>"""


def locations():
    """The addresses of descriptions, as they are announced to somebody who asks."""
    question = (
        "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\nST: %s\r\n\r\n" % CONTENT
    )
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        sender.bind(("127.0.0.1", 0))
        sender.settimeout(2)
        sender.sendto(question.encode(), GROUP)
        try:
            while True:
                answer = sender.recv(65536).decode("utf-8", "replace")
                found = re.search(r"(?im)^location:\s*(\S+)", answer)
                if found:
                    yield found[1]
        except TimeoutError:
            return


def read(address, **more):
    with urllib.request.urlopen(urllib.request.Request(address, **more), timeout=30) as answer:
        return answer.read()


def server(name, patience=60):
    """The control address of the server with a name."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        for location in locations():
            device = ElementTree.fromstring(read(location)).find(DEVICE + "device")
            if name not in device.findtext(DEVICE + "friendlyName", ""):
                continue
            for service in device.iter(DEVICE + "service"):
                if service.findtext(DEVICE + "serviceType") == CONTENT:
                    return urllib.parse.urljoin(location, service.findtext(DEVICE + "controlURL"))
    sys.exit(f"there is no media server {name}")


def browse(control, identifier, start=0, count=0):
    """The children of a container, and the number of all of them."""
    answer = read(
        control,
        data=(ENVELOPE % (CONTENT, identifier, start, count)).encode(),
        headers={"SOAPACTION": f'"{CONTENT}#Browse"', "Content-Type": 'text/xml; charset="utf-8"'},
    )
    fields = {element.tag: element.text for element in ElementTree.fromstring(answer).iter()}
    rows = []
    for element in ElementTree.fromstring(fields["Result"]):
        row = {"id": element.get("id"), "isContainer": element.tag == DIDL + "container"}
        for child in element:
            name = child.tag.split("}")[1]
            if name == "res":
                row.setdefault("addresses", []).append(child.text)
                row.setdefault("size", child.get("size"))
                row.setdefault("duration", child.get("duration"))
            else:
                row.setdefault(name, child.text)
        rows.append(row)
    return rows, int(fields["TotalMatches"])


def main():
    control = server(sys.argv[1])
    identifier = "0"
    for title in sys.argv[2:]:
        rows, _ = browse(control, identifier)
        identifier = next((row["id"] for row in rows if row.get("title") == title), None)
        if identifier is None:
            sys.exit(f"there is no {title} among {[row.get('title') for row in rows]}")
    rows, total = browse(control, identifier)
    pages = [browse(control, identifier, start, 1)[0] for start in range(min(total, 3))]
    answer = {"rows": rows, "total": total, "single": [row.get("title") for page in pages for row in page]}
    for row in rows:
        for address in row.get("addresses", []):
            if urllib.parse.urlsplit(address).netloc == urllib.parse.urlsplit(control).netloc:
                row["bytes"] = len(read(address))
    json.dump(answer, sys.stdout)


main()
