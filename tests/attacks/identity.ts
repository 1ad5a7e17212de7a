import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  base64,
  type BrowserSession,
  newBrowser,
  newWallet,
  signInText,
} from "../support/browser-session.ts";
import { plainTcp } from "./plain-tcp.ts";
import type { Json } from "../support/browser-session.ts";
import type { Fixture } from "./fixture.ts";

interface Proof {
  readonly address: string;
  readonly nonce: string;
  readonly signedMessage: string;
  readonly signature: string;
}

const verify = (browser: BrowserSession, proof: Partial<Record<keyof Proof, unknown>>) =>
  browser.call("POST", "/api/auth/verify", { body: proof });

async function nonceFor(browser: BrowserSession): Promise<Json> {
  const { body } = await browser.call("POST", "/api/auth/nonce");
  return body.input;
}

/** A proof as a wallet would make it, for the given text. */
function proofOf(browser: BrowserSession, input: Json, text = signInText(input, browser.address)): Proof {
  return {
    address: browser.address,
    nonce: input.nonce,
    signedMessage: base64(text),
    signature: base64(browser.wallet.sign(text)),
  };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const groupOrder = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

/** The same signature with the group's order added to its second half, which still satisfies the equations. */
function malleated(signature: Uint8Array): Uint8Array {
  const changed = Buffer.from(signature);
  let scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`) + groupOrder;
  for (let at = 32; at < 64; at++, scalar >>= 8n) changed[at] = Number(scalar & 0xffn);
  return changed;
}

export function identityAttacks(fixture: () => Fixture) {
  const signedInAs = async (browser: BrowserSession) =>
    (await browser.call("GET", "/api/auth/session")).body.wallet;

  async function mustFail(browser: BrowserSession, proof: Partial<Record<keyof Proof, unknown>>) {
    const answer = await verify(browser, proof);
    expect([400, 401]).toContain(answer.status);
    expect(answer.headers.getSetCookie().join()).not.toContain("furlong-session");
    expect(await signedInAs(browser)).toBeNull();
    return answer;
  }

  describe("proofs", () => {
    it("a proof is sent a second time, by the same browser: it is used up", async () => {
      const browser = fixture().visitor();
      const proof = proofOf(browser, await nonceFor(browser));
      expect((await verify(browser, proof)).status).toBe(200);
      await browser.call("POST", "/api/auth/logout");
      expect((await mustFail(browser, proof)).body.code).toBe("NONCE_INVALID");
    });

    it("a proof is sent forty times at once: one session comes of it", async () => {
      const browser = fixture().visitor();
      const proof = proofOf(browser, await nonceFor(browser));
      const answers = await Promise.all(Array.from({ length: 40 }, () => verify(browser, proof)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(39);
    });

    it("a proof is sent after its five minutes: too late", async () => {
      const browser = fixture().visitor();
      const input = await nonceFor(browser);
      expect(Date.parse(input.expirationTime) - Date.parse(input.issuedAt)).toBe(300_000);
      await fixture().query("update sign_in_nonces set expires_at = now() where nonce = $1", [input.nonce]);
      expect((await mustFail(browser, proofOf(browser, input))).body.code).toBe("NONCE_INVALID");
    });

    it("a thief has nonce and proof but another browser: neither works there, and the owner's still does", async () => {
      const [owner, thief] = [fixture().visitor(), fixture().visitor()];
      const proof = proofOf(owner, await nonceFor(owner));
      await mustFail(thief, proof);
      await nonceFor(thief);
      await mustFail(thief, proof);
      expect((await verify(owner, proof)).status).toBe(200);
    });

    it("a wrong proof burns its nonce: nobody may try signatures on one", async () => {
      const browser = fixture().visitor();
      const proof = proofOf(browser, await nonceFor(browser));
      await mustFail(browser, { ...proof, signature: base64(randomBytes(64)) });
      await mustFail(browser, proof);
    });

    it("an attacker signs a message that names a victim, as the victim: its key does not fit", async () => {
      const [attacker, victim] = [fixture().visitor(), newWallet()];
      const input = await nonceFor(attacker);
      const text = signInText(input, victim.address);
      const signature = base64(attacker.wallet.sign(text));
      await mustFail(attacker, {
        address: victim.address,
        nonce: input.nonce,
        signedMessage: base64(text),
        signature,
      });
    });

    it("an attacker signs a message that names a victim, as itself: the text is not its own", async () => {
      const [attacker, victim] = [fixture().visitor(), newWallet()];
      const input = await nonceFor(attacker);
      await mustFail(attacker, proofOf(attacker, input, signInText(input, victim.address)));
    });

    it("a victim's signature of the attacker's message is of no use to the attacker for its own wallet", async () => {
      const [attacker, victim] = [fixture().visitor(), newWallet()];
      const input = await nonceFor(attacker);
      const text = signInText(input, attacker.address);
      await mustFail(attacker, { ...proofOf(attacker, input), signature: base64(victim.sign(text)) });
    });

    it.each([
      ["another site", { domain: "evil.example" }],
      ["another address of the site", { uri: "https://evil.example" }],
      ["another statement", { statement: "Transfer everything." }],
      ["no statement", { statement: undefined }],
      ["another chain", { chainId: "solana:mainnet" }],
      ["a later end", { expirationTime: "2099-01-01T00:00:00.000Z" }],
      ["another nonce", { nonce: "0".repeat(32) }],
      ["resources added", { resources: ["https://evil.example"] }],
    ])("a message that names %s is signed: only the server's own text counts", async (_what, change) => {
      const browser = fixture().visitor();
      const input = await nonceFor(browser);
      const text = signInText({ ...input, ...change }, browser.address);
      await mustFail(browser, { ...proofOf(browser, input, text), nonce: input.nonce });
    });

    it.each([
      ["a line more", (text: string) => `${text}\n`],
      ["Windows line ends", (text: string) => text.replaceAll("\n", "\r\n")],
      ["a space more", (text: string) => `${text} `],
      ["a byte order mark", (text: string) => `\uFEFF${text}`],
      ["nothing at all", () => " "],
    ])("the text is signed with %s: it must be the same to the byte", async (_what, change) => {
      const browser = fixture().visitor();
      const input = await nonceFor(browser);
      const text = bytes(change(new TextDecoder().decode(signInText(input, browser.address))));
      await mustFail(browser, proofOf(browser, input, text));
    });

    it.each([
      ["empty", ""],
      ["one byte short", base64(new Uint8Array(63))],
      ["one byte long", base64(new Uint8Array(65))],
      ["all zero", base64(new Uint8Array(64))],
      ["no base64", "%%%%"],
      ["base64 of another alphabet", "-_-_".repeat(22)],
      ["padding alone", "=="],
      ["a number", 7],
      ["a list", [1, 2, 3]],
      ["null", null],
      ["very long", "A".repeat(60_000)],
    ])("the signature is %s: refused", async (_what, signature) => {
      const browser = fixture().visitor();
      await mustFail(browser, { ...proofOf(browser, await nonceFor(browser)), signature });
    });

    it("a valid signature is bent into another that fits the equation: refused", async () => {
      const browser = fixture().visitor();
      const input = await nonceFor(browser);
      const text = signInText(input, browser.address);
      const signature = base64(malleated(browser.wallet.sign(text)));
      await mustFail(browser, { ...proofOf(browser, input), signature });
    });

    it.each([
      ["the system program, whose key is all zero", "11111111111111111111111111111111"],
      ["a point of small order", "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi"],
    ])("somebody signs in as %s, with a signature that needs no secret: refused", async (_what, address) => {
      const browser = fixture().visitor();
      const input = await nonceFor(browser);
      const forged = Buffer.alloc(64);
      forged[0] = 1;
      const signedMessage = base64(signInText(input, address));
      for (const signature of [base64(forged), base64(new Uint8Array(64))])
        await mustFail(browser, { address, nonce: input.nonce, signedMessage, signature });
    });

    it.each([
      "",
      "0",
      "not base58 0OIl",
      "1".repeat(31),
      "1".repeat(45),
      "z".repeat(44),
      "\u0000",
      5,
      {},
      null,
    ])("the address is %j: 400 before anything is looked up", async (address) => {
      const browser = fixture().visitor();
      const answer = await mustFail(browser, { ...proofOf(browser, await nonceFor(browser)), address });
      expect(answer.status).toBe(400);
    });

    it("a nonce is asked for under another host name: refused, as sign-in texts name the site", async () => {
      const answer = await plainTcp(fixture().port, {
        send: [
          "POST /api/auth/nonce HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ],
      });
      expect(answer.text).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer.text).not.toContain("nonce");
    });

    it("a nonce for one host name is brought to another: refused", async () => {
      const browser = newBrowser(`http://localhost:${fixture().port}`);
      const input = await nonceFor(browser);
      const elsewhere = newBrowser(fixture().url, browser.wallet);
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      await mustFail(elsewhere, proofOf(browser, input));
    });
  });

  describe("sessions", () => {
    const withSession = (token: string) => {
      const browser = fixture().visitor();
      browser.cookies.set("furlong-session", token);
      return browser;
    };

    it("session tokens are guessed, a thousand of them and odd ones: nobody is signed in", async () => {
      const guesses = [
        ...Array.from({ length: 1_000 }, () => randomBytes(32).toString("base64url")),
        "0".repeat(43),
        "'or'1'='1",
        "%00",
        "..%2f..%2fetc",
        "A".repeat(7_000),
      ];
      const wallets = [];
      for (let at = 0; at < guesses.length; at += 50)
        wallets.push(
          ...(await Promise.all(guesses.slice(at, at + 50).map((guess) => signedInAs(withSession(guess))))),
        );
      expect(new Set(wallets)).toEqual(new Set([null]));
    });

    it("what the database keeps of a session, its hash, is sent as a cookie: worth nothing", async () => {
      const rows = await fixture().query("select token_hash from sessions limit 20");
      expect(rows.length).toBeGreaterThan(0);
      for (const { token_hash: hash } of rows) expect(await signedInAs(withSession(hash))).toBeNull();
    });

    it("a cookie is used after signing out: it ended then", async () => {
      const browser = fixture().visitor();
      await browser.signIn();
      const token = browser.cookies.get("furlong-session") ?? "";
      expect(await signedInAs(withSession(token))).toBe(browser.address);
      await browser.call("POST", "/api/auth/logout");
      expect(await signedInAs(withSession(token))).toBeNull();
    });

    it("a cookie is used after its week: it ended then", async () => {
      const browser = fixture().visitor();
      await browser.signIn();
      await fixture().query("update sessions set expires_at = now() where wallet = $1", [browser.address]);
      expect(await signedInAs(browser)).toBeNull();
    });

    it("an attacker plants a token of its choice before a victim signs in: the victim gets a new one", async () => {
      const planted = randomBytes(32).toString("base64url");
      const victim = withSession(planted);
      await victim.signIn();
      expect(victim.cookies.get("furlong-session")).not.toBe(planted);
      expect(await signedInAs(withSession(planted))).toBeNull();
    });

    it("another wallet signs in, in the same browser: the first one's session ends", async () => {
      const first = fixture().visitor();
      await first.signIn();
      const token = first.cookies.get("furlong-session") ?? "";
      const second = newBrowser(fixture().url);
      for (const [name, value] of first.cookies) second.cookies.set(name, value);
      await second.signIn();
      expect(await signedInAs(second)).toBe(second.address);
      expect(await signedInAs(withSession(token))).toBeNull();
    });

    it("one wallet in two browsers: signing out in one leaves the other", async () => {
      const wallet = newWallet();
      const [here, there] = [newBrowser(fixture().url, wallet), newBrowser(fixture().url, wallet)];
      await here.signIn();
      await there.signIn();
      await here.call("POST", "/api/auth/logout");
      expect(await signedInAs(here)).toBeNull();
      expect(await signedInAs(there)).toBe(wallet.address);
    });

    it("a script looks for the cookies: both are HttpOnly, SameSite and for the whole site", async () => {
      const browser = fixture().visitor();
      const nonce = await browser.call("POST", "/api/auth/nonce");
      const signedIn = await browser.signIn();
      const cookies = [...nonce.headers.getSetCookie(), ...signedIn.headers.getSetCookie()];
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/;.*HttpOnly; SameSite=(Lax|Strict)/);
    });

    it("two cookies of one name are sent: the other session is not taken over", async () => {
      const browser = fixture().visitor();
      await browser.signIn();
      const good = browser.cookies.get("furlong-session");
      const { body } = await fixture()
        .visitor()
        .call("GET", "/api/auth/session", {
          headers: { cookie: `furlong-session=x; furlong-session=${good}` },
        });
      expect([null, browser.address]).toContain(body.wallet);
    });
  });
}
