import type { ActionGetResponse, ActionPostResponse } from "@solana/actions-spec";
import { TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { newPlayer } from "../support/player.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";
import { until } from "../support/until.ts";

/* A wallet as the public specification of Solana Actions describes it: no cookie, another site's page, its own node. */

const WALLET_SITE = { origin: "https://wallet.example" };
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer({ env: { LOCAL_PLAYERS: "2" } });
  await changeSetting(await openAdminSession(server.url), "next_race_delay", "2");
});
afterAll(() => server?.stop());

/** Follows the site's own rules to the action of its first page. */
async function readAction(): Promise<ActionGetResponse> {
  const { rules } = await (await fetch(`${server.url}/actions.json`, { headers: WALLET_SITE })).json();
  const [rule] = rules.filter(({ pathPattern }: { pathPattern: string }) => pathPattern === "/");
  const answer = await fetch(new URL(rule.apiPath, server.url), { headers: WALLET_SITE });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  return await answer.json();
}

const post = async (
  href: string,
  account: string,
): Promise<ActionPostResponse & { readonly code?: string }> =>
  (
    await fetch(href, {
      method: "POST",
      headers: { ...WALLET_SITE, "content-type": "application/json" },
      body: JSON.stringify({ account, data: {} }),
    })
  ).json();

it("BET-32 a wallet shows the open race, sends what its owner signs, and the owner is given the salt", async () => {
  const player = newPlayer(server.url);
  await player.airdrop(2_000_000_000);
  const form = await until("a race that takes bets", async () => {
    const action = await readAction();
    const icon = await fetch(action.icon);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(icon.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    return action.disabled ? null : action.links?.actions[0];
  });
  const fields = form.parameters?.map(({ name, required }) => ({ name, required }));
  expect(fields).toEqual([
    { name: "horse", required: true },
    { name: "amount", required: true },
  ]);
  const href = form.href.replace("{horse}", "2").replace("{amount}", "0.3");
  expect(await post(href, player.address)).toMatchObject({ code: "PROFILE_REQUIRED" });
  await player.signIn();
  await player.createProfile("from_afar");

  const given = await post(href, player.address);
  if (given.type !== "transaction") throw new Error(JSON.stringify(given));
  const unsigned = VersionedTransaction.deserialize(Buffer.from(given.transaction, "base64"));
  const { blockhash: recentBlockhash } = await player.connection.getLatestBlockhash();
  const { instructions } = TransactionMessage.decompile(unsigned.message);
  const message = new TransactionMessage({ payerKey: player.key, recentBlockhash, instructions });
  const own = new VersionedTransaction(message.compileToV0Message());
  player.signTransaction(own);
  await player.sendToChain(own);

  const raceId = new URL(href).searchParams.get("race") ?? "";
  const { yourBet } = await until("the bet", async () => {
    const { body } = await player.call("GET", `/api/races/${raceId}`);
    return body.yourBet && body;
  });
  expect(yourBet).toMatchObject({ horse_number: 2, bet_amount: 0.3 });
  const proof = await until("the lock", async () => {
    const { body } = await player.call("GET", `/api/races/${raceId}/bet/proof`);
    return body.proof;
  });
  expect(proof.salt).toMatch(/^[0-9a-f]{64}$/);
  expect(await post(href, player.address)).toMatchObject({ code: "BETTING_CLOSED" });
});
