#!/usr/bin/env python3
"""Submits results to a league of Open Ladder. A line is: external id, time played, winner, loser.

    export LADDER_URL=http://localhost:4000 LADDER_TOKEN=ol_...
    echo 'g-1 2026-11-20T12:00:00Z ann ben' | python3 bot.py europe

The exit status is 0 if every line counts.
"""
import http.client, json, os, random, sys, time, urllib.error, urllib.request

SUBMIT = """mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) {
  errors { code rule message }
  results { __typename
    ... on MatchAccepted { replayed match { externalId } }
    ... on MatchRejected { externalId error { code rule message } } } } }"""


def request(query, variables):
    """Sends a document. What fails for a passing reason is sent again: a match counts once by its external id."""
    body = json.dumps({"query": query, "variables": variables}).encode()
    headers = {"content-type": "application/json", "authorization": "Bearer " + os.environ["LADDER_TOKEN"].strip()}
    for attempt in range(8):
        try:
            sent = urllib.request.Request(os.environ["LADDER_URL"].rstrip("/") + "/graphql", body, headers)
            answer = json.load(urllib.request.urlopen(sent, timeout=30))
            if "errors" in answer:
                sys.exit(answer["errors"][0]["message"])
            return answer["data"]
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                sys.exit(error.read().decode())
            wait = float(error.headers.get("retry-after", 0))
        except (OSError, http.client.HTTPException, json.JSONDecodeError):  # an answer may be cut off
            wait = 0
        time.sleep(wait + random.random() * min(30, 0.5 * 2**attempt))
    sys.exit("The service does not answer.")


def reason(error):
    return f"{error['code']} {error['rule']}: {error['message']}"


def submit(league, matches):
    """Yields what became of each match, in words, and whether it counts."""
    payload = request(SUBMIT, {"input": {"league": league, "matches": matches}})["submitMatches"]
    for error in payload["errors"]:
        sys.exit(reason(error))
    for result in payload["results"]:
        if result["__typename"] == "MatchAccepted":
            yield result["match"]["externalId"] + (" was there" if result["replayed"] else " counts"), True
        else:
            yield result["externalId"] + " " + reason(result["error"]), False


if len(sys.argv) != 2 or not os.environ.get("LADDER_URL") or not os.environ.get("LADDER_TOKEN"):
    sys.exit("Set LADDER_URL and LADDER_TOKEN in the environment, and name the league: python3 bot.py europe")
if not os.environ["LADDER_URL"].startswith(("http://", "https://")):
    sys.exit("LADDER_URL must begin with http:// or https://, but is " + os.environ["LADDER_URL"])
sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
lines = [line.split() for line in sys.stdin if line.strip()]
results = [line for line in lines if len(line) == 4]
status = 0 if len(results) == len(lines) else 1
for line in lines:
    if len(line) != 4:
        print("This line is no result:", *line, file=sys.stderr)
for first in range(0, len(results), 1000):
    sides = lambda *players: [{"placement": n + 1, "participants": [{"player": p}]} for n, p in enumerate(players)]
    matches = [{"externalId": id, "playedAt": at, "sides": sides(winner, loser)}
               for id, at, winner, loser in results[first:first + 1000]]
    for words, counts in submit(sys.argv[1], matches):
        print(words)
        status = status if counts else 1
sys.exit(status)
