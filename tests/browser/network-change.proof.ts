import { afterAll, beforeAll, expect, it } from "vitest";
import { genesisHashes } from "../../src/domain/genesis-hashes.ts";
import type { PublicNetwork } from "../../src/domain/networks.ts";
import { openLocalRpc } from "../support/local-rpc.ts";
import { networkChainStore } from "../support/network-chain.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { openPublicPanel } from "../support/panel-of-public-network.ts";
import { freePort, type ServerProcess, startServer } from "../support/server-process.ts";
import { useSite } from "../support/site.ts";
import { newThirdPartyKey } from "../support/third-party-wallet.ts";
import { dialog } from "../support/dialog.ts";

const [key, otherAdmin] = [newThirdPartyKey(), newThirdPartyKey()];
const site = useSite();

let house: ServerProcess;
const nodes: Awaited<ReturnType<typeof openLocalRpc>>[] = [];
beforeAll(async () => {
  const open = async (network: PublicNetwork) => {
    const node = await openLocalRpc(100, await networkChainStore(network, Date.now()));
    nodes.push(node);
    return node.url;
  };
  const port = await freePort();
  house = await startServer({
    port,
    env: {
      SOLANA_NETWORK: "devnet",
      RPC_URL_DEVNET: await open("devnet"),
      RPC_URL_MAINNET: await open("mainnet-beta"),
      ALLOW_EMBEDDED_ON_MAINNET: "1",
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      ADMIN_WALLETS: `${key.address},${otherAdmin.address}`,
      HOUSE_MASTER_PASSWORD: "A horse, a horse, 1 kingdom",
    },
  });
});
afterAll(async () => {
  await house?.stop();
  for (const node of nodes) await node.close();
});

it("LIMITS-14 an admin moves the game to another network once nothing stands in the way, and open pages follow", async () => {
  const page = await openPublicPanel(site.browser, { url: house.url, key, tab: "settings" });
  const press = (name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
  const runtime = () =>
    page.evaluate(async () => (await fetch("/api/public/runtime")).json()) as Promise<
      Record<string, unknown>
    >;
  const row = page.locator("[data-setting=network]");
  await row.getByText("In use: Devnet").waitFor();

  const change = async () => {
    await row.getByRole("button", { name: "Change to Mainnet" }).click();
    expect(await dialog(page).getByRole("button", { name: "Change to Mainnet" }).isDisabled()).toBe(true);
    await dialog(page).getByLabel(/^Type/).fill("mainnet-beta");
  };

  // A request that waits for another admin was made on this network.
  await page.getByLabel("Second admin above", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Save: Second admin above" }).click();
  await press("Sign with wallet");
  await page.getByTestId("admin-banner").getByText("waits for another admin").waitFor();
  await change();
  expect(await objectionsInThemes(page, "network-question")).toEqual([]);
  await press("Change to Mainnet");
  // A different purpose than house money: the wallet is asked again, or not at all where one confirmation covers both.
  const sign = dialog(page).getByRole("button", { name: "Sign with wallet" });
  const refusal = row.getByText("while money is open: 1 request waits for another admin");
  await sign.or(refusal).first().waitFor();
  if (await sign.isVisible()) await sign.click();
  await refusal.waitFor();
  expect(await objectionsInThemes(page, "network-refused")).toEqual([]);
  expect(await runtime()).toMatchObject({ network: "devnet", maintenance: false });

  await page.goto(`${house.url}/admin/approvals`);
  await page.getByRole("button", { name: /^(Withdraw|Reject)/ }).click();
  await dialog(page)
    .getByRole("button", { name: /^(Withdraw|Reject)/ })
    .click();
  await dialog(page).waitFor({ state: "detached" });
  await page.goto(`${house.url}/admin/settings?setting=network`);
  await change();
  await press("Change to Mainnet");
  await page.getByTestId("admin-banner").getByText("SOLANA_NETWORK=mainnet-beta").waitFor();
  await row.getByText("In use: Mainnet").waitFor();
  await expect.poll(runtime).toMatchObject({
    network: "mainnet-beta",
    maintenance: true,
    genesisHash: genesisHashes["mainnet-beta"],
  });
  await page.getByText(/mainnet-beta · /).waitFor();
  const seeds = async () =>
    page.evaluate(async () => (await fetch("/api/fairness/chain")).json()) as Promise<{
      chain: { consumed: number } | null;
      earlier: readonly unknown[];
    }>;
  await expect.poll(async () => (await seeds()).earlier.length).toBe(1);
  expect(await house.stop()).toBe(0);
});
