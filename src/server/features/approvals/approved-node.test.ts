import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { type Json, newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestChain } from "../../../../tests/support/chain.ts";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestServer } from "../../../../tests/support/http-server.ts";
import { networkChainStore } from "../../../../tests/support/network-chain.ts";
import { listenRpc } from "../../../../tests/support/rpc-listener.ts";
import { signApproval } from "../../../../tests/support/sign-approval.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

const MAIN = "https://main.example.com/s3cret";
const DEV = "https://dev.example.com/s3cret";
/** Another node, or another account, at the same host. */
const OTHER = "https://main.example.com/s3cret-of-another";

/** The nodes of this machine that stand behind public URLs, by URL. */
async function openNodes() {
  const chains = await Promise.all(
    (["mainnet-beta", "devnet"] as const).map(async (network) => {
      const clock = manualClock();
      const test = await openTestChain({ clock, store: await networkChainStore(network, clock.now()) });
      await test.advanceSlots();
      return { test, listener: await listenRpc(test.localChain) };
    }),
  );
  const [mainnet, devnet] = chains.map(({ listener }) => listener.url);
  const at: Record<string, string | undefined> = {
    [MAIN]: mainnet,
    [OTHER]: mainnet,
    [DEV]: devnet,
  };
  return {
    at,
    devnet,
    async close() {
      for (const { test, listener } of chains) {
        await listener.close();
        await test.close();
      }
    },
  };
}

it("IDENTITY-5 LIMITS-5 APPROVALS-9 the node of mainnet-beta waits and is tried again when approved by its hash, that of devnet waits for nobody, and no key is shown", async () => {
  const nodes = await openNodes();
  const wallets = [newBrowser("", undefined), newBrowser("", undefined)];
  const server = await openTestServer({
    isLocal: false,
    adminWallets: wallets.map(({ address }) => address),
    nodeAt: (url) => nodes.at[url] ?? "http://127.0.0.1:1",
  });
  const [asker, approver] = await Promise.all(
    wallets.map(async ({ wallet }) => {
      const browser = newBrowser(server.url, wallet);
      await browser.signIn();
      await browser.stepUp("nodes");
      return browser;
    }),
  );
  if (asker === undefined || approver === undefined) throw new Error("there are two admins");
  const name = async (settingKey: string, settingValue: string): Promise<Json> => {
    const body = { adminWallet: asker.address, settingKey, settingValue };
    return (await asker.call("POST", "/api/admin/settings", { body })).body;
  };
  const used = async () => {
    const { rpcUrlMainnet, rpcUrlDevnet } = await readSettings(server.db);
    return [rpcUrlMainnet, rpcUrlDevnet];
  };
  const [mainBefore] = await used();

  expect(await name("rpc_url_devnet", DEV)).toMatchObject({ success: true, approval: null });
  expect(await used()).toEqual([mainBefore, DEV]);
  expect(await name("rpc_url_mainnet", DEV)).toMatchObject({ code: "RPC_URL_REFUSED" });

  const first = await name("rpc_url_mainnet", MAIN);
  expect(first).toMatchObject({ success: true, approval: { kind: "node-setting", cause: "node" } });
  expect(await used()).toEqual([mainBefore, DEV]);
  const other = await name("rpc_url_mainnet", OTHER);
  const shownAs = async ({ approval }: Json): Promise<Json> => {
    const { body } = await approver.call("GET", "/api/admin/approvals");
    expect(JSON.stringify(body)).not.toContain("s3cret");
    return body.waiting.find(({ id }: Json) => id === approval.id);
  };
  const sha256 = (url: string) => createHash("sha256").update(url).digest("hex");
  const [listed, listedOther] = [await shownAs(first), await shownAs(other)];
  expect(listed.request).toEqual({
    network: "mainnet-beta",
    settingValue: "https://main.example.com/…",
    urlSha256: sha256(MAIN),
  });
  expect(listedOther.request).toEqual({ ...listed.request, urlSha256: sha256(OTHER) });
  const approve = async (signed: Json = listed): Promise<Json> => {
    const signature = signApproval({ ...signed, id: listed.id } as never, approver.wallet);
    const path = `/api/admin/approvals/${first.approval.id}/approve`;
    return (await approver.call("POST", path, { body: { adminWallet: approver.address, signature } })).body;
  };
  const good = nodes.at[MAIN];
  nodes.at[MAIN] = nodes.devnet;
  expect(await approve()).toMatchObject({ code: "RPC_URL_REFUSED" });
  expect(await used()).toEqual([mainBefore, DEV]);
  nodes.at[MAIN] = good;
  expect(await approve(listedOther)).toMatchObject({ code: "APPROVAL_UNSIGNED" });
  expect(await approve()).toMatchObject({ success: true });
  expect(await used()).toEqual([MAIN, DEV]);
  expect(JSON.stringify([first, server.logged])).not.toContain("s3cret");
  await server.close();
  await nodes.close();
});
