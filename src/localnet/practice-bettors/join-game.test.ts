import { generateKeyPairSigner } from "@solana/kit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestServer, openTestServer } from "../../../tests/support/http-server.ts";
import { openLocalRpc } from "../../../tests/support/local-rpc.ts";
import { api } from "../../contract/api.ts";
import { writeSetting } from "../../server/foundation/settings/stored-settings.ts";
import { gameClient } from "./game-client.ts";
import { ensureFunds, ensureNotice, ensureProfile, signIn } from "./join-game.ts";
import { bettorName } from "./names.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
}, 60_000);
afterAll(() => server.close());

async function newBettor() {
  const game = gameClient(server.url);
  const key = await generateKeyPairSigner();
  expect(await signIn(game, key)).toMatchObject({ ok: true });
  return { game, key };
}

it("IDENTITY-1 signs in by its key and is then who it is", async () => {
  const { game, key } = await newBettor();
  expect(await game.call(api.getSession, {})).toMatchObject({ ok: true, value: { wallet: key.address } });
});

it("takes another name when its own is taken, and keeps the one it has", async () => {
  const one = await newBettor();
  const other = await newBettor();
  const nameOf = async ({ game, key }: typeof one) => {
    const found = await game.call(api.getUser, { params: { wallet: key.address } });
    return found.ok ? found.value.user.username : null;
  };
  expect(await ensureProfile(one.game, one.key.address, 4)).toMatchObject({ ok: true });
  expect(await ensureProfile(other.game, other.key.address, 4)).toMatchObject({ ok: true });
  expect(await ensureProfile(other.game, other.key.address, 5)).toMatchObject({ ok: true });
  expect([await nameOf(one), await nameOf(other)]).toEqual([bettorName(4, 0), bettorName(4, 1)]);
});

it("tells a server that is down from one that refuses", async () => {
  const game = gameClient("http://127.0.0.1:9");
  expect(await signIn(game, await generateKeyPairSigner())).toMatchObject({ code: "UNAVAILABLE" });
  const stranger = gameClient(server.url);
  const { address } = await generateKeyPairSigner();
  expect(await ensureProfile(stranger, address, 9)).toMatchObject({ code: "NOT_SIGNED_IN" });
});

it("BET-17 confirms a notice of age and place, when there is one", async () => {
  const { game, key } = await newBettor();
  const params = { wallet: key.address };
  expect(await ensureProfile(game, key.address, 7)).toMatchObject({ ok: true });
  expect(await ensureNotice(game, key.address)).toMatchObject({ ok: true });
  const change = { key: "age_notice_enabled", value: "true", by: null, at: new Date() } as const;
  await server.db.transaction((tx) => writeSetting(tx, change));
  expect(await game.call(api.getNotice, { params })).toMatchObject({ value: { isDue: true } });
  expect(await ensureNotice(game, key.address)).toMatchObject({ ok: true });
  expect(await game.call(api.getNotice, { params })).toMatchObject({ value: { isDue: false } });
});

it("asks the faucet when it is poor and only then", async () => {
  const local = await openLocalRpc();
  const { address } = await generateKeyPairSigner();
  const balance = () => local.chain.account(address, "processed")?.lamports;
  // The chain is served at the root here instead of at /rpc, which makes no difference to it.
  expect(await ensureFunds(local.url, address)).toMatchObject({ ok: true });
  expect(balance()).toBe(5_000_000_000n);
  await local.chain.seal();
  expect(await ensureFunds(local.url, address)).toMatchObject({ ok: true });
  expect(balance()).toBe(5_000_000_000n);
  await local.close();
  expect(await ensureFunds(local.url, address)).toMatchObject({ code: "CHAIN_UNAVAILABLE" });
});
