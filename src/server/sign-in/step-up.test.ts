import { expect, it } from "vitest";
import { base64, newBrowser, newWallet, signInText } from "../../../tests/support/browser-session.ts";
import { useAdminPanel } from "../../../tests/support/use-admin-panel.ts";

const panel = useAdminPanel();
const { wallet } = panel;

/**
 * Sets what is given to each race out of house equity: this requires a step-up, and with one it is refused only for its
 * value.
 */
const isRaised = async (browser = panel.admin) => {
  const body = { adminWallet: wallet.address, settingKey: "jackpot_pool_amount", settingValue: "-1" };
  const { code } = (await browser.call("POST", "/api/admin/settings", { body })).body;
  return code === "SETTING_INVALID" ? true : code;
};

async function asked(browser = panel.admin, path = "/api/auth/step-up/nonce", signer = wallet) {
  const { body } = await browser.call("POST", path, { body: { purpose: "house-money" } });
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

it("ACCESS-8 ADMIN-6 an admin's wallet signs what it confirms, which holds for this session and ten minutes", async () => {
  expect(await isRaised()).toBe("STEP_UP_REQUIRED");
  expect(await until()).toBeUndefined();
  const { input, proof } = await asked();
  expect(input.statement).toBe(
    "Confirm as an admin of Furlong: move house money. For ten minutes this session may then do all that admins confirm.",
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
  const { proof } = await asked();
  expect((await verify(proof)).status).toBe(200);
  expect((await verify(proof)).body.code).toBe("NONCE_INVALID");

  const signIn = await asked(panel.admin, "/api/auth/nonce");
  expect((await verify(signIn.proof)).body.code).toBe("NONCE_INVALID");
  const stepUp = await asked();
  const taken = await panel.admin.call("POST", "/api/auth/verify", { body: stepUp.proof });
  expect(taken.body.code).toBe("NONCE_INVALID");
});

it("ACCESS-8 nobody confirms for another wallet or from another browser, or for what was not asked", async () => {
  const thief = newWallet();
  const { proof } = await asked(panel.admin, "/api/auth/step-up/nonce", thief);
  expect((await verify(proof)).body.code).toBe("WRONG_WALLET");
  const forged = await asked();
  const signedByThief = { ...forged.proof, signature: base64(thief.sign(Buffer.from("x"))) };
  expect((await verify(signedByThief)).body.code).toBe("SIGNATURE_INVALID");

  const elsewhere = newBrowser(panel.server.url, wallet);
  await elsewhere.signIn();
  const own = await asked();
  expect((await verify(own.proof, elsewhere)).body.code).toBe("NONCE_INVALID");

  const other = await asked();
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
