import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BrowserSession } from "../../../../tests/support/browser-session.ts";
import { openTestChain, type TestChain } from "../../../../tests/support/chain.ts";
import { manualClock } from "../../../../tests/support/clock.ts";
import { networkChainStore } from "../../../../tests/support/network-chain.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { handleRpc } from "../../../localnet/rpc/handle-rpc.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

const panel = useAdminPanel();

let devnet: TestChain;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const clock = manualClock();
  devnet = await openTestChain({ clock, store: await networkChainStore("devnet", clock.now()) });
  await devnet.advanceSlots();
});
afterAll(async () => {
  for (const close of closers) await close();
  await devnet.close();
});

/** A node of the chain that treats each call as `meddle` says. */
async function nodeOf({ localChain }: TestChain, meddle: (method: string) => "error" | null = () => null) {
  const methods = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const part of request.setEncoding("utf8")) body += String(part);
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      methods.add(method);
      const error = { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found: s3cret" } };
      response.end(meddle(method) === "error" ? JSON.stringify(error) : await handleRpc(localChain, body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, methods };
}

const setUrl = (value: string, by: BrowserSession = panel.admin, key = "rpc_url_devnet") =>
  panel.post("settings", { settingKey: key, settingValue: value }, by);

async function settingOf(key: string) {
  const { body } = await panel.admin.call("GET", "/api/admin/settings");
  return body.settings.find(({ setting_key }: { setting_key: string }) => setting_key === key);
}

const everyMethod = [
  "getBalance",
  "getBlock",
  "getBlocksWithLimit",
  "getEpochInfo",
  "getFirstAvailableBlock",
  "getGenesisHash",
  "getLatestBlockhash",
  "getMultipleAccounts",
  "getRecentPrioritizationFees",
  "getSignatureStatuses",
  "getSignaturesForAddress",
  "getSlot",
  "getTransaction",
  "sendTransaction",
  "simulateTransaction",
];

describe("the node of a network", () => {
  beforeEach(() => panel.admin.stepUp("nodes"));

  it("LIMITS-5 is taken when it has answered every call, and its key is told to nobody", async () => {
    const node = await nodeOf(devnet);
    const url = `${node.url}/v1/s3cret?api-key=s3cret`;
    expect(await setUrl(url)).toMatchObject({
      status: 200,
      setting: { setting_key: "rpc_url_devnet", setting_value: `${node.url}/…`, fixed: false },
    });
    expect([...node.methods].toSorted()).toEqual(everyMethod);
    expect((await readSettings(panel.server.db)).rpcUrlDevnet).toBe(url);
    expect(await panel.audited()).toMatchObject({
      actor: panel.admin.address,
      action: "setting.change",
      subject: "rpc_url_devnet",
      before: "https://api.devnet.solana.com",
      after: `${node.url}/…`,
    });
    const runtime = await panel.admin.call("GET", "/api/public/runtime");
    const text = JSON.stringify([
      await settingOf("rpc_url_devnet"),
      runtime.body,
      await panel.server.db.select().from(auditLog),
      panel.server.logged,
    ]);
    expect(text).not.toContain("s3cret");
    expect(await setUrl(`${node.url}/…`)).toMatchObject({ status: 400, code: "SETTING_INVALID" });
  });

  it("LIMITS-5 is not changed by another than an admin, or to an address that is not public", async () => {
    const node = await nodeOf(devnet);
    const before = await settingOf("rpc_url_devnet");
    const player = await panel.newPlayer();
    expect(await setUrl(node.url, player)).toMatchObject({ status: 403, code: "NOT_ADMIN" });
    expect(await setUrl("no url")).toMatchObject({ status: 400, field: "settingValue" });
    expect(await setUrl("ftp://node.example")).toMatchObject({ status: 400, field: "settingValue" });
    for (const inside of ["https://10.0.0.1", "https://[fd00::1]:8899/key"])
      expect(await setUrl(inside)).toMatchObject({
        code: "RPC_URL_REFUSED",
        message: "This RPC URL is not allowed: its address is not a public one",
      });
    expect(node.methods.size).toBe(0);
    expect(await settingOf("rpc_url_devnet")).toEqual(before);
  });

  it.each(everyMethod.filter((method) => method !== "getGenesisHash"))(
    "LIMITS-5 a node without %s is refused, which the refusal names",
    async (method) => {
      const before = await settingOf("rpc_url_devnet");
      const node = await nodeOf(devnet, (called) => (called === method ? "error" : null));
      const named = method === "getBlocksWithLimit" ? "getBlock" : method;
      expect(await setUrl(`${node.url}/s3cret`)).toEqual({
        status: 400,
        success: false,
        code: "RPC_URL_REFUSED",
        field: "settingValue",
        message: `This RPC URL is not allowed: it gives no usable answer to ${named}`,
      });
      expect(await settingOf("rpc_url_devnet")).toEqual(before);
    },
  );

  it("LIMITS-5 one of another network, one that redirects, is silent, not secure or not public is refused", async () => {
    const refused = async (url: string, why: string, key?: string) =>
      expect(await setUrl(url, panel.admin, key)).toMatchObject({
        status: 400,
        code: "RPC_URL_REFUSED",
        field: "settingValue",
        message: `This RPC URL is not allowed: ${why}`,
      });
    const node = await nodeOf(devnet);
    await refused(node.url, "its genesis hash is not that of mainnet-beta", "rpc_url_mainnet");
    const moved = createServer((_, response) => response.writeHead(301, { location: node.url }).end());
    await new Promise<void>((resolve) => moved.listen(0, "127.0.0.1", resolve));
    closers.push(async () => moved.close().closeAllConnections());
    const { port } = moved.address() as AddressInfo;
    await refused(`http://127.0.0.1:${port}`, "it redirects to another address");
    await refused("http://127.0.0.1:1", "it does not answer getGenesisHash");
    await refused("https://10.0.0.1", "its address is not a public one");
    await refused("https://[::ffff:169.254.169.254]/latest", "its address is not a public one");
    await refused("http://rpc.example.com", "it must begin with https://, or lead to this machine");
    for (const url of ["", "rpc.example.com", "ftp://rpc.example.com", "https://user:pass@rpc.example.com"])
      expect(await setUrl(url)).toMatchObject({ status: 400, code: "SETTING_INVALID" });
  });
});

describe("a node that the environment names", () => {
  const fixed = useAdminPanel({
    rpcUrls: { devnet: ["https://rpc.example.com/s3cret"], "mainnet-beta": null },
    isLocal: false,
    publicOrigin: "https://furlong.example",
  });

  it("LIMITS-5 wins, is shown as fixed without its key, and is not changed", async () => {
    const { body } = await fixed.admin.call("GET", "/api/admin/settings");
    const found = body.settings.find(
      ({ setting_key }: { setting_key: string }) => setting_key === "rpc_url_devnet",
    );
    expect(found).toMatchObject({ setting_value: "https://rpc.example.com/…", fixed: true });
    await fixed.admin.stepUp("nodes");
    const change = { settingKey: "rpc_url_devnet", settingValue: "https://api.devnet.solana.com" };
    expect(await fixed.post("settings", change)).toMatchObject({ status: 409, code: "SETTING_FIXED" });
    const local = { settingKey: "rpc_url_mainnet", settingValue: "https://127.0.0.1" };
    expect(await fixed.post("settings", local)).toMatchObject({ status: 400, code: "RPC_URL_REFUSED" });
    const http = { settingKey: "rpc_url_mainnet", settingValue: "http://127.0.0.1:8899" };
    expect(await fixed.post("settings", http)).toMatchObject({
      message: "This RPC URL is not allowed: it must begin with https://",
    });
  });
});
