"""Follows one order until it ends, with the standard library of Python 3.9 or later.

usage: python3 follow_order.py <order id> [<base URL>]
"""

import http.client
import json
import sys
import time
import urllib.error
import urllib.request

LIVE = {"STATUS_ACTIVE", "STATUS_PARKED"}


def states(order_id, network):
    """Yields each new state of an order. The server holds a request until the response changes."""
    url = f"{network}/api/v2/order/{order_id}"
    tag = height = None
    while True:
        headers = {"Accept": "application/json"}
        if tag:
            # Wait at most 25 s for another response than the one with this tag.
            headers.update({"If-None-Match": tag, "Prefer": "wait=25"})
        if height:
            # Behind several replicas, never read an older block than before.
            headers["X-Min-Block-Height"] = height
        request = urllib.request.Request(url, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=35) as response:
                tag = response.headers["ETag"]
                height = response.headers["X-Block-Height"]
                yield json.load(response)["order"]
        except urllib.error.HTTPError as error:
            if error.code == 304:
                continue
            if error.code not in (429, 502, 503, 504):
                raise SystemExit(f"{error.code}: {json.load(error)['message']}")
            time.sleep(float(error.headers.get("Retry-After") or 1))
        except (OSError, http.client.HTTPException):
            # No response, or half of one: the service is away.
            time.sleep(1)


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    order_id = sys.argv[1]
    network = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8080"
    for order in states(order_id, network):
        print(f"{order['status']}: {order['remaining']} of {order['size']} remain", flush=True)
        if order["status"] not in LIVE:
            break


if __name__ == "__main__":
    main()
