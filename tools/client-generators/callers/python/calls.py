"""Makes each call of a program that uses a generated client, and prints its result or its failure."""

import json
import sys
from typing import Any, Callable

network, stub, order_id, missing, market_id, party_id, signed = sys.argv[1:8]


def make(**calls: Callable[[], Any]) -> None:
    for call, function in calls.items():
        try:
            result = {"value": function()}
        except Exception as failure:
            result = {"failure": repr(failure)}
        print(json.dumps({"call": call, **result}))
