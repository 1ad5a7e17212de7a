import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Json, newBrowser } from "../support/browser-session.ts";
import { openBrowser } from "../support/browser.ts";
import { dialog } from "../support/dialog.ts";
import { confirmed, password, prepareRestore, press, said } from "../support/house-work.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { objectionsAtSizes, objectionsInThemes } from "../support/objections.ts";
import { openPublicPanel } from "../support/panel-of-public-network.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { freePort, type ServerProcess, startServer } from "../support/server-process.ts";
import { newThirdPartyKey } from "../support/third-party-wallet.ts";
import { until } from "../support/until.ts";

const SOL = 1_000_000_000;
const masterPassword = "A horse, a horse, 1 kingdom";
const key = newThirdPartyKey();
const folder = mkdtempSync(join(tmpdir(), "furlong-export-"));
const fileOf = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return path;
};

let node: Awaited<ReturnType<typeof openDevnetRpc>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let house: ServerProcess | undefined;
let exported: Json;
/** A payment that the lost installation credited. */
let paid: { readonly player: Player; readonly signature: string };

const startHouse = (port: number, admin: string) =>
  startServer({
    port,
    env: {
      SOLANA_NETWORK: "devnet",
      RPC_URL_DEVNET: node.url,
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      ADMIN_WALLETS: admin,
    },
  });

/** The installation that is lost: three deposit wallets, of which one is retired, and some money. */
async function exportOfLostHouse(): Promise<void> {
  const port = await freePort();
  const admin = newPlayer(`http://127.0.0.1:${port}`, { rpcUrl: node.url });
  const lost = await startHouse(port, admin.address);
  const post = async (path: string, body: Json = {}) => {
    const answer = await admin.call("POST", `/api/house-wallet/${path}`, {
      body: { adminWallet: admin.address, masterPassword, ...body },
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  try {
    await admin.signIn();
    await admin.stepUp("house-wallets");
    await post("initialize", { confirmPassword: masterPassword });
    const { wallets } = await post("add-private-keys", { batchSize: 2 });
    const deposits = wallets.filter(({ type }: Json) => type === "deposit");
    const hot = wallets.find(({ type }: Json) => type === "hot");
    await post("retire", { address: deposits[2].address });
    const player = newPlayer(lost.url, { rpcUrl: node.url });
    await player.airdrop(2 * SOL);
    const signature = await player.transfer(deposits[0].address, 0.75 * SOL);
    paid = { player, signature };
    await admin.connection.requestAirdrop(new PublicKey(hot.address), 12 * SOL);
    await until("the money in the old books", async () => {
      const { body } = await admin.call("GET", "/api/house-wallet/overview");
      return body.wallets.every(({ balanceMatch, type, dbBalance }: Json) => {
        return balanceMatch && (type !== "hot" || dbBalance > 11);
      });
    });
    exported = (await post("export")).export;
  } finally {
    await lost.stop();
  }
}

beforeAll(async () => {
  node = await openDevnetRpc();
  [browser] = await Promise.all([openBrowser(), exportOfLostHouse()]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await house?.stop();
  await node?.close();
});

it("MONEY-33 an admin restores a lost house in the panel: what the file holds, each refusal, and what came of it", async () => {
  house = await startHouse(await freePort(), key.address);
  const page = await openPublicPanel(browser, { url: house.url, key, tab: "wallets" });
  const drop = page.locator("input[type=file]");
  const restore = page.getByRole("button", { name: "Restore wallets", exact: true });
  const form = page.getByRole("form", { name: "Restore from an export" });
  await restore.waitFor();
  /** On a phone the form is below the other one. */
  const objectionsToForm = async (state: string) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await form.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await page.mouse.wheel(0, -180);
    const onPhone = await objectionsInThemes(page, `${state}-phone`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => window.scrollTo(0, 0));
    return [...onPhone, ...(await objectionsInThemes(page, state))];
  };
  expect(await objectionsToForm("restore-none")).toEqual([]);
  await restore.click();
  await form.getByText("Please choose the exported file first").waitFor();

  // Files that cannot be used say why, before anything is sent.
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await drop.setInputFiles(fileOf("notes.json", "not a file of ours"));
  await form.getByText("notes.json is no export of house wallets: it is not JSON.").waitFor();
  const [first, ...others] = exported.wallets;
  const damagedText = { ...exported, wallets: [{ ...first, address: "x" }, ...others] };
  await drop.setInputFiles(fileOf("cut.json", damagedText));
  await form
    .getByText("cut.json is no export of house wallets: wallets.0.address is missing or wrong.")
    .waitFor();
  expect(await objectionsToForm("restore-no-export")).toEqual([]);
  await drop.setInputFiles(fileOf("mainnet.json", { ...exported, network: "mainnet-beta" }));
  await form.getByText("The wallets are of mainnet-beta, but this installation is for devnet.").waitFor();
  expect(await restore.isDisabled()).toBe(true);
  expect(await objectionsToForm("restore-other-network")).toEqual([]);
  expect(sent.filter((url) => url.includes("house-wallet/restore"))).toEqual([]);

  // What a good file holds.
  const file = fileOf("furlong-house-wallets.json", exported);
  await drop.setInputFiles(file);
  const content = page.getByRole("region", { name: "What the file holds" });
  await content.getByText("3 wallets (1 retired)").waitFor();
  await content.getByText("devnet", { exact: true }).waitFor();
  for (const { address } of exported.wallets) await content.getByText(address, { exact: true }).waitFor();
  await restore.click();
  await form.getByText("Please enter master password").waitFor();
  expect(await objectionsToForm("restore-content")).toEqual([]);

  // Each refusal of the server stays to be read.
  const order = { file, network: "devnet", masterPassword };
  const swapped = [{ ...first, sealedKey: others[0].sealedKey }, ...others];
  const damaged = fileOf("damaged.json", { ...exported, wallets: swapped });
  const send = async (changed: Partial<typeof order> = {}) =>
    (await prepareRestore(page, { ...order, ...changed })).click();
  await send({ masterPassword: "wrong" });
  await confirmed(page, said(page, "The master password is wrong"));
  await form.getByText("The master password is wrong").waitFor();
  expect(await objectionsToForm("restore-wrong-password")).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await send({ file: damaged });
  await form.getByText(`The key of ${first.address} is damaged or not its own.`).waitFor();
  // An address is one long word.
  await page.setViewportSize({ width: 390, height: 844 });
  const told = await page.getByTestId("admin-banner").locator("p").boundingBox();
  expect(told?.x).toBeGreaterThanOrEqual(0);
  expect(told?.width).toBeLessThanOrEqual(390);
  expect(await objectionsToForm("restore-damaged")).toEqual([]);
  const hot = exported.wallets.find(({ type }: Json) => type === "hot");
  await paid.player.transfer(hot.address, 0.5 * SOL);

  // The confirmation, the progress, and the outcome.
  const held = exported.wallets.map(({ address }: Json) => new PublicKey(address));
  const heldNow = async (commitment: "confirmed" | "finalized") =>
    (
      await Promise.all(held.map((one: PublicKey) => paid.player.connection.getBalance(one, commitment)))
    ).reduce((sum, lamports) => sum + lamports, 0);
  await until(
    "everything to be final",
    async () => (await heldNow("finalized")) === (await heldNow("confirmed")),
  );
  const total = await heldNow("finalized");
  const last = await prepareRestore(page, order);
  expect(await objectionsAtSizes(page, "restore-confirm")).toEqual([]);
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/house-wallet/restore", async (route) => {
    await gate;
    await route.continue();
  });
  await last.click();
  await dialog(page)
    .getByText(/^Opening 5 keys/)
    .waitFor();
  expect(await objectionsAtSizes(page, "restore-progress")).toEqual([]);
  release();
  await confirmed(page, said(page, "House wallets restored"));
  await page.getByText("5 wallets restored", { exact: true }).waitFor();
  await page.getByText(`They hold ${total / SOL} SOL, which is booked as house equity.`).waitFor();
  await page.getByText("Unlocked", { exact: true }).waitFor();
  await page.getByText("No withdrawals waiting.").waitFor();
  expect(await objectionsAtSizes(page, "restored")).toEqual([]);
  await press(page, "Got it");
  await page.getByText("5 wallets restored", { exact: true }).waitFor({ state: "detached" });
  await password(page).waitFor();
  expect(house.lines.filter((line) => line.includes(masterPassword))).toEqual([]);

  // The same payment is not credited again, however often its payer asks for it.
  const again = newBrowser(house.url, paid.player.wallet);
  await again.signIn();
  const claim = await again.call("POST", "/api/wallet/deposit/confirm", {
    body: { walletAddress: again.address, txSignature: paid.signature },
  });
  expect(claim.body.code).toBe("PAYMENT_MISMATCH");
  const books = await until("books and chain to agree", async () => {
    const { status, body } = await again.call("GET", "/api/solvency");
    return status === 200 && BigInt(body.difference) === 0n && body;
  });
  expect(books.liabilities.every(({ lamports }: Json) => BigInt(lamports) === 0n)).toBe(true);
}, 300_000);
