import { expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import {
  base64,
  type BrowserSession,
  newBrowser,
  newWallet,
  signInText,
} from "../../../../tests/support/browser-session.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";

import { sessions } from "../../foundation/db/schema/sign-in.ts";
import { hashOfToken } from "./sign-in-text.ts";

const panel = useAdminPanel();
const { wallet } = panel;

/**
 * Sets what is given to each race out of house equity: this requires a step-up, and with one it is refused only for its
 * value.
 */
const isRaised = async (browser = panel.admin) => {
  const body = { adminWallet: wallet.address, settingKey: "jackpot_pool_amount", settingValue: "-1" };
  const bare = newBrowser(panel.server.url, browser.wallet, { confirms: false });
  for (const [name, value] of browser.cookies) bare.cookies.set(name, value);
  const { code } = (await bare.call("POST", "/api/admin/settings", { body })).body;
  return code === "SETTING_INVALID" ? true : code;
};

async function beginStepUp(
  browser = panel.admin,
  { path = "/api/auth/step-up/nonce", signer = browser.wallet, purpose = "house-money" } = {},
) {
  const { body } = await browser.call("POST", path, { body: { purpose } });
  const message = signInText(body.input, signer.address);
  const proof = {
    address: signer.address,
    nonce: body.input.nonce as string,
    signedMessage: base64(message),
    signature: base64(signer.sign(message)),
  };
  return { input: body.input, proof };
}
/** Until when the session itself says that it is confirmed. */
const until = async (browser = panel.admin) =>
  (await browser.call("GET", "/api/auth/session")).body.stepUpUntil;
const verify = (proof: object, browser = panel.admin) =>
  browser.call("POST", "/api/auth/step-up/verify", { body: proof });

it("ACCESS-8 an admin's wallet signs what it confirms, which holds for this session and ten minutes", async () => {
  expect(await isRaised()).toBe("STEP_UP_REQUIRED");
  expect(await until()).toBeUndefined();
  const { input, proof } = await beginStepUp();
  expect(input.statement).toBe(
    "Confirm as an admin of Furlong: move house money. For ten minutes this browser may then do all that admins confirm.",
  );
  const { status, body } = await verify(proof);
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, wallet: wallet.address });
  expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.parse(body.until));
  expect(Date.parse(body.until)).toBe(panel.server.clock.now() + 600_000);
  expect(await isRaised()).toBe(true);
  const elsewhere = newBrowser(panel.server.url, wallet);
  await elsewhere.signIn();
  expect(await isRaised(elsewhere)).toBe("STEP_UP_REQUIRED");
  expect(await until(elsewhere)).toBeUndefined();
  await panel.server.clock.advance(599_000);
  expect(await isRaised()).toBe(true);
  expect(await until()).toBe(body.until);
  await panel.server.clock.advance(1_000);
  expect(await isRaised()).toBe("STEP_UP_REQUIRED");
  expect(await until()).toBeUndefined();
  expect(await panel.audited()).toMatchObject({
    actor: wallet.address,
    action: "session.step-up",
    subject: "house-money",
  });
});

it("ACCESS-8 a confirmation works once, and neither a sign-in is one nor one a sign-in", async () => {
  const { proof } = await beginStepUp();
  expect((await verify(proof)).status).toBe(200);
  expect((await verify(proof)).body.code).toBe("NONCE_INVALID");

  const signIn = await beginStepUp(panel.admin, { path: "/api/auth/nonce" });
  expect((await verify(signIn.proof)).body.code).toBe("NONCE_INVALID");
  const stepUp = await beginStepUp();
  const taken = await panel.admin.call("POST", "/api/auth/verify", { body: stepUp.proof });
  expect(taken.body.code).toBe("NONCE_INVALID");
});

it("ACCESS-8 nobody confirms for another wallet or from another browser, or for what was not asked", async () => {
  const thief = newWallet();
  const { proof } = await beginStepUp(panel.admin, { signer: thief });
  expect((await verify(proof)).body.code).toBe("WRONG_WALLET");
  const forged = await beginStepUp();
  const signedByThief = { ...forged.proof, signature: base64(thief.sign(Buffer.from("x"))) };
  expect((await verify(signedByThief)).body.code).toBe("SIGNATURE_INVALID");

  const elsewhere = newBrowser(panel.server.url, wallet);
  await elsewhere.signIn();
  const own = await beginStepUp();
  expect((await verify(own.proof, elsewhere)).body.code).toBe("NONCE_INVALID");

  const other = await beginStepUp();
  const text = Buffer.from(other.proof.signedMessage, "base64").toString();
  const changed = Buffer.from(text.replace("move house money", "look at the log"));
  const forOther = {
    ...other.proof,
    signedMessage: base64(changed),
    signature: base64(wallet.sign(changed)),
  };
  expect((await verify(forOther)).body.code).toBe("SIGNATURE_INVALID");
  expect(await isRaised()).toBe("STEP_UP_REQUIRED");
  const { body } = await panel.admin.call("POST", "/api/auth/step-up/nonce", { body: { purpose: "fun" } });
  expect(body).toMatchObject({ code: "INVALID_INPUT", field: "purpose" });
});

/** A browser with a copy of another's session cookie and nothing else of it. */
function thiefOf(browser: BrowserSession): BrowserSession {
  const thief = newBrowser(panel.server.url, wallet);
  thief.cookies.set("furlong-session", browser.cookies.get("furlong-session")!);
  return thief;
}

it("ACCESS-8 a copy of the session's cookie is not raised by the owner's signature, before or after", async () => {
  const thief = thiefOf(panel.admin);
  await panel.admin.stepUp("house-money");
  expect(await isRaised()).toBe(true);
  expect(await isRaised(thief)).toBe("STEP_UP_REQUIRED");
  expect(await until(thief)).toBeUndefined();

  for (const made of ["x", "A".repeat(43), panel.admin.cookies.get("furlong-session")!]) {
    thief.cookies.set("furlong-step-up", made);
    expect(await isRaised(thief)).toBe("STEP_UP_REQUIRED");
  }
  // Nor does the owner's cookie raise another session of the same wallet.
  const elsewhere = newBrowser(panel.server.url, wallet);
  await elsewhere.signIn();
  elsewhere.cookies.set("furlong-step-up", panel.admin.cookies.get("furlong-step-up")!);
  expect(await isRaised(elsewhere)).toBe("STEP_UP_REQUIRED");
});

it("ACCESS-8 the step-up cookie is HttpOnly and Strict, stored hashed, and goes with the session", async () => {
  const { proof } = await beginStepUp();
  const [cookie = ""] = (await verify(proof)).headers.getSetCookie();
  expect(cookie).toMatch(/^furlong-step-up=[\w-]{43}; /);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  const token = panel.admin.cookies.get("furlong-step-up")!;
  const stored = await panel.server.db.select().from(sessions);
  expect(stored.map(({ stepUpHash }) => stepUpHash)).toContain(hashOfToken(token));
  expect(JSON.stringify(stored)).not.toContain(token);
  await panel.admin.call("POST", "/api/auth/logout");
  expect(panel.admin.cookies.has("furlong-step-up")).toBe(false);
});

it("ACCESS-8 a player confirms larger bets, which raises nothing that an admin does", async () => {
  const player = newBrowser(panel.server.url);
  await player.signIn();
  const { body: refused } = await player.call("POST", "/api/auth/step-up/nonce", {
    body: { purpose: "house-money" },
  });
  expect(refused.code).toBe("NOT_ADMIN");
  const { input, proof } = await beginStepUp(player, { purpose: "balance-bets" });
  expect(input.statement).toBe(
    "Confirm on Furlong: larger bets from your balance. For 24 hours this browser may then place them.",
  );
  const { body } = await verify(proof, player);
  expect(Date.parse(body.until)).toBe(panel.server.clock.now() + DAY_MS);

  const own = await beginStepUp(panel.admin, { purpose: "balance-bets" });
  expect((await verify(own.proof)).status).toBe(200);
  expect(await isRaised()).toBe("STEP_UP_REQUIRED");
  // The browser keeps its cookie, so that one confirmation does not end the other.
  const token = panel.admin.cookies.get("furlong-step-up");
  await panel.admin.stepUp("house-money");
  expect(panel.admin.cookies.get("furlong-step-up")).toBe(token);
});
