import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { base64, newBrowser, newWallet, signInText } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { sessions, signInNonces } from "../../foundation/db/schema/sign-in.ts";
import { hashOfToken } from "./sign-in-text.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** A browser that asked for a nonce and has not answered yet. */
async function beginSignIn(wallet = newWallet()) {
  const browser = newBrowser(server.url, wallet);
  const { body } = await browser.call("POST", "/api/auth/nonce");
  const message = signInText(body.input, wallet.address);
  const proof = {
    address: wallet.address,
    nonce: body.input.nonce as string,
    signedMessage: base64(message),
    signature: base64(wallet.sign(message)),
  };
  return { browser, wallet, input: body.input, proof };
}

const sessionCount = async (wallet: string) =>
  (await server.db.select().from(sessions)).filter((row) => row.wallet === wallet).length;

describe("signing in", () => {
  it("IDENTITY-1 a wallet that signs the server's text is signed in", async () => {
    const { browser, input, proof } = await beginSignIn();
    expect(input.domain).toBe(new URL(server.url).host);
    expect(input.uri).toBe(server.url);
    expect(input.chainId).toBe("solana:localnet");
    const verified = await browser.call("POST", "/api/auth/verify", { body: proof });
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({ success: true, wallet: browser.address });
    const session = await browser.call("GET", "/api/auth/session");
    expect(session.body).toEqual({
      success: true,
      wallet: browser.address,
      isAdmin: false,
      isModerator: false,
    });
  });

  it("IDENTITY-2 the cookie is HttpOnly and SameSite, and only the token's hash is stored", async () => {
    const { browser, proof } = await beginSignIn();
    const verified = await browser.call("POST", "/api/auth/verify", { body: proof });
    const [cookie = ""] = verified.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const token = browser.cookies.get("furlong-session")!;
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const stored = await server.db.select().from(sessions);
    expect(stored.map((row) => row.tokenHash)).toContain(hashOfToken(token));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it("IDENTITY-1 a nonce works once, however many use it at the same time", async () => {
    const { browser, proof } = await beginSignIn();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        browser.call("POST", "/api/auth/verify", { body: proof }).then(({ status }) => status),
      ),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 401)).toHaveLength(99);
    expect(await sessionCount(browser.address)).toBe(1);
    const replayed = await browser.call("POST", "/api/auth/verify", { body: proof });
    expect(replayed.body).toMatchObject({ success: false, code: "NONCE_INVALID" });
  });

  it("IDENTITY-1 a nonce ends after five minutes", async () => {
    const { browser, proof } = await beginSignIn();
    await server.clock.advance(5 * 60_000);
    const late = await browser.call("POST", "/api/auth/verify", { body: proof });
    expect(late.status).toBe(401);
    expect(late.body.code).toBe("NONCE_INVALID");
  });

  it("IDENTITY-1 another browser cannot use a nonce, nor use it up", async () => {
    const { browser, proof } = await beginSignIn();
    const bare = await newBrowser(server.url).call("POST", "/api/auth/verify", { body: proof });
    expect(bare.body.code).toBe("NONCE_INVALID");
    const other = await beginSignIn();
    const stolen = await other.browser.call("POST", "/api/auth/verify", { body: proof });
    expect(stolen.body.code).toBe("NONCE_INVALID");
    const rightful = await browser.call("POST", "/api/auth/verify", { body: proof });
    expect(rightful.status).toBe(200);
  });

  it("IDENTITY-1 a message that names a victim and is signed by an attacker is refused", async () => {
    const victim = newWallet();
    const { browser, wallet, input, proof } = await beginSignIn();
    const message = signInText(input, victim.address);
    const forged = { ...proof, signedMessage: base64(message), signature: base64(wallet.sign(message)) };
    const asVictim = await browser.call("POST", "/api/auth/verify", {
      body: { ...forged, address: victim.address },
    });
    expect(asVictim.body.code).toBe("SIGNATURE_INVALID");
    expect(await sessionCount(victim.address)).toBe(0);

    const second = await beginSignIn(wallet);
    const named = signInText(second.input, victim.address);
    const asAttacker = await second.browser.call("POST", "/api/auth/verify", {
      body: { ...second.proof, signedMessage: base64(named), signature: base64(wallet.sign(named)) },
    });
    expect(asAttacker.body.code).toBe("SIGNATURE_INVALID");
  });

  it.each([
    ["another site's name", (input: Record<string, string>) => ({ ...input, domain: "evil.example" })],
    ["another chain", (input: Record<string, string>) => ({ ...input, chainId: "solana:mainnet" })],
    [
      "a later end",
      (input: Record<string, string>) => ({ ...input, expirationTime: "2099-01-01T00:00:00.000Z" }),
    ],
    ["another statement", (input: Record<string, string>) => ({ ...input, statement: "Give me all" })],
    [
      "a resource more",
      (input: Record<string, string>) => ({ ...input, resources: ["https://evil.example"] }),
    ],
  ])("IDENTITY-1 a signed text with %s is refused", async (_what, tamper) => {
    const { browser, wallet, input, proof } = await beginSignIn();
    const message = signInText(tamper(input), wallet.address);
    const answer = await browser.call("POST", "/api/auth/verify", {
      body: { ...proof, signedMessage: base64(message), signature: base64(wallet.sign(message)) },
    });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe("SIGNATURE_INVALID");
    expect(await sessionCount(wallet.address)).toBe(0);
  });

  it("IDENTITY-1 a nonce of another host is refused", async () => {
    const { browser, proof } = await beginSignIn();
    const port = new URL(server.url).port;
    const elsewhere = newBrowser(`http://localhost:${port}`);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    const answer = await elsewhere.call("POST", "/api/auth/verify", { body: proof });
    expect(answer.body.code).toBe("NONCE_INVALID");
  });

  it("IDENTITY-1 an address without a secret key cannot be claimed", async () => {
    const { browser, input, proof } = await beginSignIn();
    const address = "11111111111111111111111111111111";
    // With a public key of small order, this signature satisfies the bare equation for some messages.
    const signature = Buffer.alloc(64);
    signature[0] = 1;
    const answer = await browser.call("POST", "/api/auth/verify", {
      body: {
        ...proof,
        address,
        signedMessage: base64(signInText(input, address)),
        signature: base64(signature),
      },
    });
    expect(answer.body.code).toBe("SIGNATURE_INVALID");
  });

  it.each([
    [{ signature: "%%%" }, "signature"],
    [{ signature: "" }, "signature"],
    [{ signedMessage: "no base64!" }, "signedMessage"],
    [{ signedMessage: "" }, "signedMessage"],
    [{ address: "not a wallet" }, "address"],
    [{ nonce: "'; drop table sessions; --" }, "nonce"],
    [{ nonce: 7 }, "nonce"],
  ])("LIMITS-2 a malformed proof %j is answered 400 with the field", async (fault, field) => {
    const { browser, proof } = await beginSignIn();
    const answer = await browser.call("POST", "/api/auth/verify", { body: { ...proof, ...fault } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: "INVALID_INPUT", field });
    const [row] = (await server.db.select().from(signInNonces)).filter(({ nonce }) => nonce === proof.nonce);
    expect(row?.usedAt).toBeNull();
  });

  it.each([32, 63])("IDENTITY-1 a signature of %i bytes is refused", async (length) => {
    const { browser, proof } = await beginSignIn();
    const signature = base64(Buffer.from(proof.signature, "base64").subarray(0, length));
    const answer = await browser.call("POST", "/api/auth/verify", { body: { ...proof, signature } });
    expect([400, 401]).toContain(answer.status);
    expect(await sessionCount(browser.address)).toBe(0);
  });
});

describe("a session", () => {
  it("IDENTITY-2 ends with signing out, also for whoever kept the cookie", async () => {
    const browser = newBrowser(server.url);
    await browser.signIn();
    const cookies = browser.cookieHeader();
    const out = await browser.call("POST", "/api/auth/logout");
    expect(out.body).toEqual({ success: true });
    expect(browser.cookies.has("furlong-session")).toBe(false);
    const after = await newBrowser(server.url).call("GET", "/api/auth/session", {
      headers: { cookie: cookies },
    });
    expect(after.body.wallet).toBeNull();
    const again = await browser.call("POST", "/api/auth/logout");
    expect(again.status).toBe(200);
  });

  it("IDENTITY-2 ends after seven days, by the server's clock", async () => {
    const browser = newBrowser(server.url);
    await browser.signIn();
    await server.clock.advance(7 * DAY_MS - 1);
    expect((await browser.call("GET", "/api/auth/session")).body.wallet).toBe(browser.address);
    await server.clock.advance(1);
    expect((await browser.call("GET", "/api/auth/session")).body.wallet).toBeNull();
    expect((await browser.call("GET", `/api/users/${browser.address}/presets`)).status).toBe(401);
  });

  it("IDENTITY-2 is replaced by signing in anew in the same browser", async () => {
    const browser = newBrowser(server.url);
    await browser.signIn();
    const first = browser.cookieHeader();
    await browser.signIn();
    const returning = newBrowser(server.url);
    expect(
      (await returning.call("GET", "/api/auth/session", { headers: { cookie: first } })).body.wallet,
    ).toBeNull();
    expect((await browser.call("GET", "/api/auth/session")).body.wallet).toBe(browser.address);
  });

  it("IDENTITY-2 is nobody's with a token that was made up", async () => {
    for (const token of ["x", "A".repeat(43), "%00", "a;b"]) {
      const answer = await newBrowser(server.url).call("GET", "/api/auth/session", {
        headers: { cookie: `furlong-session=${token}` },
      });
      expect(answer.body).toMatchObject({ success: true, wallet: null });
    }
  });
});
