#!/usr/bin/env python3
"""
A bettor that plays over the public API alone. In each race's last minute it backs the horse that would pay it most, as
most races are lost: an example of the calls, not a way to win. It stops after `--races` bets.

    pip install cryptography        # or Debian's python3-cryptography
    python3 bettor.py --url http://localhost:3000 --key bettor.json --amount 0.05 --races 3

The key file is the one that `solana-keygen` writes; it is made if there is none. Python 3.9 or later.
"""

import argparse
import base64
import hashlib
import http.cookiejar
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime
from decimal import Decimal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LAMPORTS_PER_SOL = 1_000_000_000
BET_IN_LAST_S = 60
# A payment needs about a second to be final; what comes after the close is credited to the balance.
TOO_LATE_S = 3
LOOK_EVERY_S = 2
SYSTEM_PROGRAM = bytes(32)
MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"

# What to do about each refusal of a call that this program makes.
# repeat: the same call again after a pause: it is safe to repeat, and a bet is counted once
# look: nothing to do in this state of things: look at the open race again and decide anew. What was paid too late
# (BET_CREDITED) is in the balance
# sign-in: the session is over: sign in and go on
# fund: the wallet has too little
# rename: another name for the profile
# stop: only a person can help (NOTICE_REQUIRED: confirm the age on the page), or this program is wrong
STEPS = {
    "repeat": """
        RATE_LIMITED UNAVAILABLE CHAIN_UNAVAILABLE NOT_READY INTERNAL_ERROR REQUEST_TIMEOUT
        NOT_FINAL_YET
    """,
    "look": """
        MAINTENANCE BETTING_CLOSED ALREADY_BET RACE_NOT_FOUND BET_EXPIRED BET_CREDITED PAYMENT_FAILED
        NO_JACKPOT_FOR_ADMINS PROFILE_EXISTS
    """,
    "sign-in": "NOT_SIGNED_IN NONCE_INVALID",
    "fund": "INSUFFICIENT_BALANCE",
    "rename": "USERNAME_TAKEN USERNAME_RESERVED",
    "stop": """
        PROFILE_REQUIRED PROFILE_NOT_FOUND USERNAME_REQUIRED USERNAME_TOO_SHORT USERNAME_TOO_LONG
        USERNAME_INVALID NOTICE_REQUIRED BANNED ON_BREAK
        STAKE_LIMIT_REACHED LOSS_LIMIT_REACHED COUNTRY_BLOCKED ORIGIN_NOT_ALLOWED STEP_UP_REQUIRED
        WRONG_WALLET SIGNATURE_INVALID INVALID_INPUT INVALID_JSON TOO_LARGE UNSUPPORTED_MEDIA_TYPE
        HORSE_NOT_IN_RACE BET_INPUT_MISSING INVALID_BET_AMOUNT BET_TOO_SMALL BET_TOO_LARGE BET_NOT_FOUND
        TRANSACTION_INVALID TRANSACTION_NOT_YOURS PAYMENT_MISMATCH IDEMPOTENCY_CONFLICT
        IDEMPOTENCY_KEYS_FULL
    """,
}
STEP_OF = {code: step for step, codes in STEPS.items() for code in codes.split()}


class Refused(Exception):
    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


class Game:
    """The public API with the cookies of one session."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

    def call(self, method, path, body=None):
        """One call; raises Refused for a refusal that repeating does not help."""
        while True:
            answer = self.call_once(method, path, body)
            if answer["success"]:
                return answer
            if STEP_OF.get(answer["code"]) != "repeat":
                raise Refused(answer["code"], answer["message"])
            time.sleep(answer.get("retryAfterMs", 1_000) / 1_000)

    def call_once(self, method, path, body):
        data = None if body is None else json.dumps(body).encode()
        headers = {} if body is None else {"content-type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            try:
                with self.opener.open(request, timeout=20) as response:
                    return json.load(response)
            except urllib.error.HTTPError as refusal:
                return json.load(refusal)
        except (OSError, ValueError) as error:
            # No answer, or none of the game: the server or what stands before it is away for a moment.
            return {"success": False, "code": "UNAVAILABLE", "message": str(error)}


ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data):
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


class Wallet:
    """The key that `solana-keygen` wrote, 64 bytes as a JSON array; made if there is no file."""

    def __init__(self, file):
        if not os.path.exists(file):
            seed = os.urandom(32)
            with open(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
                json.dump([*seed, *public_bytes(Ed25519PrivateKey.from_private_bytes(seed))], out)
        with open(file) as written:
            self.key = Ed25519PrivateKey.from_private_bytes(bytes(json.load(written)[:32]))
        self.address = base58(public_bytes(self.key))


def public_bytes(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def sign_in(game, wallet):
    """Sign In With Solana: the wallet signs a text that names the site, itself and a nonce of one use."""
    asked = game.call("POST", "/api/auth/nonce")["input"]
    message = "\n".join([
        f"{asked['domain']} wants you to sign in with your Solana account:",
        wallet.address,
        "",
        asked["statement"],
        "",
        f"URI: {asked['uri']}",
        f"Version: {asked['version']}",
        f"Chain ID: {asked['chainId']}",
        f"Nonce: {asked['nonce']}",
        f"Issued At: {asked['issuedAt']}",
        f"Expiration Time: {asked['expirationTime']}",
    ]).encode()
    game.call("POST", "/api/auth/verify", {
        "address": wallet.address,
        "nonce": asked["nonce"],
        "signedMessage": base64.b64encode(message).decode(),
        "signature": base64.b64encode(wallet.key.sign(message)).decode(),
    })


def ensure_profile(game, wallet):
    try:
        game.call("GET", f"/api/users/{wallet.address}")
        return
    except Refused as refused:
        if refused.code != "PROFILE_NOT_FOUND":
            raise
    while True:
        try:
            username = f"bettor-{uuid.uuid4().hex[:8]}"
            game.call("POST", "/api/users", {"walletAddress": wallet.address, "username": username})
            return
        except Refused as refused:
            if refused.code == "PROFILE_EXISTS":
                return
            if STEP_OF.get(refused.code) != "rename":
                raise


def ensure_funds(game, wallet, stake):
    """In local mode the chain has a faucet. False elsewhere: the wallet's owner sends SOL."""
    url = game.call("GET", "/api/public/runtime")["rpcLocal"]
    if url is None:
        return False
    url = urllib.parse.urljoin(game.url, url)
    balance = rpc(url, "getBalance", wallet.address, {"commitment": "finalized"})["value"]
    if balance < stake + LAMPORTS_PER_SOL:
        rpc(url, "requestAirdrop", wallet.address, stake + 5 * LAMPORTS_PER_SOL)
    return True


def rpc(url, method, *params):
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    request = urllib.request.Request(url, json.dumps(call).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.load(response)["result"]


def choose_horse(race, stake):
    """The horse that would pay most, counting the own stake: winners share the pool less the edge by their stakes."""
    pool = race["totalPool"] * LAMPORTS_PER_SOL + stake
    net = pool * (1 - race["house_edge"] / 100) + race["jackpotAmount"] * LAMPORTS_PER_SOL
    return max(race["horses"], key=lambda horse: net / ((horse["totalBetAmount"] or 0) * LAMPORTS_PER_SOL + stake))


def short_number(data, at):
    """A compact-u16 and where it ends: seven bits a byte, the lowest first."""
    number, shift = 0, 0
    while True:
        byte, at = data[at], at + 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at


def read_message(message):
    """Addresses and instructions (program, accounts, data) of a legacy message; the first address pays the fee."""
    count, at = short_number(message, 3)
    keys = [base58(message[at + 32 * n:at + 32 * (n + 1)]) for n in range(count)]
    at += 32 * count + 32  # the blockhash
    instructions = []
    count, at = short_number(message, at)
    for _ in range(count):
        program, (size, at) = keys[message[at]], short_number(message, at + 1)
        accounts, at = [keys[index] for index in message[at:at + size]], at + size
        size, at = short_number(message, at)
        instructions.append((program, accounts, message[at:at + size]))
        at += size
    return keys, instructions


def check_message(message, wallet, race, horse, stake, prepared):
    """
    Raises unless the transaction does what was asked for and nothing else: one transfer of the stake to the house and
    one memo that commits to race, horse and stake, paid by this wallet. A program that signs what it is sent can be robbed.
    """
    committed = f"bet:{race['id']}:{horse['number']}:{stake}:{prepared['salt']}"
    commitment = hashlib.sha256(committed.encode()).hexdigest()
    keys, instructions = read_message(message)
    transfer = (2).to_bytes(4, "little") + stake.to_bytes(8, "little")
    is_asked = (
        message[0] == 1
        and keys[0] == wallet.address
        and len(instructions) == 2
        and instructions[0] == (base58(SYSTEM_PROGRAM), [wallet.address, prepared["houseWallet"]], transfer)
        and instructions[1][0] == MEMO_PROGRAM
        and commitment in instructions[1][2].decode().split(" ")
    )
    if not is_asked:
        raise ValueError("The transaction is not the bet that was asked for; nothing was signed.")


def place_bet(game, wallet, race, stake):
    """Prepares, signs, submits and confirms one bet."""
    horse = choose_horse(race, stake)
    path = f"/api/races/{race['id']}/bet"
    prepared = game.call("POST", f"{path}/prepare", {
        "walletAddress": wallet.address,
        "horseId": horse["id"],
        "amount": stake / LAMPORTS_PER_SOL,
        "version": "legacy",
        # A repeated call whose answer was lost prepares the same bet.
        "idempotencyKey": str(uuid.uuid4()),
    })
    if prepared["serializedTransaction"] is not None:
        # One signature, empty until now, and the message that it is over.
        message = base64.b64decode(prepared["serializedTransaction"])[1 + 64:]
        check_message(message, wallet, race, horse, stake, prepared)
        signed = base64.b64encode(b"\1" + wallet.key.sign(message) + message).decode()
        bet = {"betId": prepared["betId"]}
        submitted = game.call("POST", f"{path}/submit", {**bet, "signedTransaction": signed})
        paid = {"walletAddress": wallet.address, "txSignature": submitted["signature"]}
        game.call("POST", f"{path}/confirm", {**bet, **paid})
    say(f"race {race['id']}: {stake / LAMPORTS_PER_SOL} SOL on {horse['name']}")


def is_last_minute(race):
    if race["status"] != "countdown":
        return False
    left = (instant(race["countdownEndsAt"]) - instant(race["serverNow"])).total_seconds()
    return TOO_LATE_S < left < BET_IN_LAST_S


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def play(game, wallet, stake, races):
    placed = 0
    while placed < races:
        try:
            answer = game.call("GET", "/api/races/active")
            race = answer["race"]
            if race is not None and answer["yourBet"] is None and is_last_minute(race):
                place_bet(game, wallet, race, stake)
                placed += 1
        except Refused as refused:
            say(str(refused))
            step = STEP_OF.get(refused.code)
            if step == "sign-in":
                sign_in(game, wallet)
            elif not (ensure_funds(game, wallet, stake) if step == "fund" else step == "look"):
                raise
        time.sleep(LOOK_EVERY_S)


def say(text):
    print(datetime.now().isoformat(timespec="seconds"), text, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://localhost:3000")
    parser.add_argument("--key", default="bettor.json")
    parser.add_argument("--amount", default="0.05", help="stake in SOL")
    parser.add_argument("--races", default=3, type=int)
    options = parser.parse_args()
    stake = int(Decimal(options.amount) * LAMPORTS_PER_SOL)
    game, wallet = Game(options.url), Wallet(options.key)
    try:
        sign_in(game, wallet)
        ensure_profile(game, wallet)
        ensure_funds(game, wallet, stake)
        say(f"{wallet.address} plays at {options.url}")
        play(game, wallet, stake, options.races)
    except (Refused, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
