import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeSetting } from "../support/admin-session.ts";
import { type Backers, openBackers, type OpenRace } from "../support/backers.ts";
import type { Json } from "../support/browser-session.ts";
import { openBrowser } from "../support/browser.ts";
import { feesOf } from "../support/chain-history.ts";
import { dialog } from "../support/dialog.ts";
import {
  confirmed,
  initialise,
  password,
  prepareRestore,
  press,
  refundAll,
  refundOne,
  said,
  specialRace,
} from "../support/house-work.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { openPublicPanel } from "../support/panel-of-public-network.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { freePort, type ServerProcess, startServer } from "../support/server-process.ts";
import { newThirdPartyKey } from "../support/third-party-wallet.ts";
import { until } from "../support/until.ts";

const SOL = 1_000_000_000;
const FIRST_PASSWORD = "A horse, a horse, 1 kingdom";
const NEXT_PASSWORD = "Ein Pferd, 2 Königreiche für 5 €!";
const key = newThirdPartyKey();
/** The admin who approves, in a browser of its own. */
const approver = newThirdPartyKey();

let node: Awaited<ReturnType<typeof openDevnetRpc>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let house: ServerProcess;
/** An admin who reads and sets through the API. */
let second: Player;

const environment = (port: number) => ({
  SOLANA_NETWORK: "devnet",
  RPC_URL_DEVNET: node.url,
  PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  ADMIN_WALLETS: `${key.address},${second.address},${approver.address}`,
});

beforeAll(async () => {
  const port = await freePort();
  node = await openDevnetRpc(100);
  second = newPlayer(`http://127.0.0.1:${port}`, { rpcUrl: node.url });
  [house, browser] = await Promise.all([startServer({ port, env: environment(port) }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
  await node?.close();
});

const admin = async (path: string): Promise<Json> => (await second.call("GET", `/api/${path}`)).body;
const walletsNow = async (): Promise<Json[]> => (await admin("house-wallet/overview")).wallets;
const addressOf = async (type: string): Promise<string> =>
  (await walletsNow()).find((wallet) => wallet.type === type && wallet.isActive).address;
const verified = async (race: OpenRace): Promise<Json> => (await admin(`races/verify/${race.id}`)).race;
/** The notary of the public log. */
const notaryOf = async (player: Player): Promise<PublicKey> =>
  new PublicKey((await player.call("GET", "/api/fairness/chain")).body.log.notary);
const airdropTo = async (address: string, lamports: number) => {
  await second.connection.requestAirdrop(new PublicKey(address), lamports);
};

/** Waits until everything that was queued is final on the chain, and in the books. */
const settled = () =>
  until("every payment to be final, and books and chain to agree", async () => {
    const { wallets, recentTransactions } = await admin("house-wallet/overview");
    const solvency = await admin("solvency");
    const isOpen = recentTransactions.some(({ status }: Json) => status === "pending");
    return (
      !isOpen &&
      wallets.every(({ balanceMatch }: Json) => balanceMatch) &&
      [solvency.difference, solvency.inboundPending, solvency.outboundInFlight].every(
        (amount) => BigInt(amount) === 0n,
      )
    );
  });

/**
 * Six players whose wallets are empty once they have placed the minimum bet. Resolves with the winner, whose payout is
 * dust.
 */
async function runRaceOfTheEmpty(race: OpenRace): Promise<Player> {
  const stake = 0.01 * SOL;
  const players = await Promise.all(
    race.horses.map(async (horse, index) => {
      const player = newPlayer(house.url, { rpcUrl: node.url });
      await player.signIn();
      await player.createProfile(`empty_${index}`);
      await player.airdrop(stake + 5_000);
      const { confirmed: answer } = await player.bet(race.id, horse.id, 0.01);
      expect([answer.status, await player.chainBalance()]).toEqual([200, 0]);
      return player;
    }),
  );
  empties.push(...players);
  const { settlement } = await until("the settlement", async () => {
    const shown = await verified(race);
    return shown?.settlement && shown;
  });
  const won = settlement.bets.find(({ result }: Json) => result === "win");
  return players.find(({ address }) => address === won.user_wallet)!;
}
const empties: Player[] = [];

it("INV-2 INV-7 a whole day of house work in the browser leaves books, chain and figures equal to the lamport", async () => {
  const page = await openPublicPanel(browser, { url: house.url, key, tab: "wallets" });
  await initialise(page, FIRST_PASSWORD);
  await second.signIn();
  await second.stepUp("house-money");

  // The house is funded: hot wallet and treasury.
  const funding = { hot: 40 * SOL, treasury: 5 * SOL };
  await airdropTo(await addressOf("treasury"), funding.treasury);
  // What somebody else sends to the hot wallet would be theirs (rule BET-12).
  await second.airdrop(funding.hot + 5_000);
  await second.transfer(await addressOf("hot"), funding.hot);
  await until("the funding in the books", async () => (await walletsNow()).every((one) => one.balanceMatch));

  await changeSetting(second, "house_edge", "10");
  await changeSetting(second, "referral_rate", "10");
  const backers: Backers = await openBackers(house.url, second, node.url);
  const [first, , third] = backers.players as [Player, Player, Player];
  const referred = newPlayer(house.url, { rpcUrl: node.url });
  await referred.signIn();
  await referred.call("POST", "/api/users", {
    body: { walletAddress: referred.address, username: "referred", referrer: "backer_1" },
  });
  await referred.airdrop(20 * SOL);

  // Three deposit wallets, so that bets rotate among them.
  await page.goto(`${house.url}/admin/wallets`);
  await password(page).fill(FIRST_PASSWORD);
  await press(page, "Add");
  await dialog(page).getByLabel("How many").fill("2");
  await press(page, "Add 2 wallets");
  await confirmed(page, said(page, "2 wallets added"));

  // An open race: one bet is refunded, then all the remaining ones.
  const open = await backers.untilOpen();
  for (const [index, player] of [first, third].entries())
    expect((await player.bet(open.id, open.horses[index]!.id, 0.2)).confirmed.status).toBe(200);
  await refundOne(page, house.url, open, "backer_1");
  await refundAll(page, house.url, open);
  await until("the refund", async () => (await third.balance()) === 0.2);

  // A settled race, in which the referred player bets too: a loser gets the stake back, at the house's cost.
  const settledRace = await backers.untilOpen();
  expect((await referred.bet(settledRace.id, settledRace.horses[0]!.id, 10)).confirmed.status).toBe(200);
  await backers.runRace(settledRace);
  const { settlement } = await verified(settledRace);
  const lost = settlement.bets.filter(({ result }: Json) => result === "loss");
  const loser = backers.players.findIndex(({ address }) =>
    lost.some(({ user_wallet }: Json) => user_wallet === address),
  );
  await refundOne(page, house.url, settledRace, `backer_${loser + 1}`);

  // Another settled race is refunded entirely, although its payouts have been sent.
  const whole = await backers.untilOpen();
  await backers.runRace(whole);
  await settled();
  await refundAll(page, house.url, whole);

  // A special race with a jackpot, and one whose edge leaves the winner less than an empty wallet can hold.
  await specialRace(page, house.url, { edge: "5", jackpot: "1" });
  await specialRace(page, house.url, { edge: "99", jackpot: "0" });
  await backers.runRace(await backers.untilOpen());
  const special = await backers.untilOpen({ isSpecial: true });
  expect(special.jackpotAmount).toBe(1);
  await backers.runRace(special);
  const poor = await runRaceOfTheEmpty(await backers.untilOpen({ isSpecial: true }));
  // The wallet may be opened only after the payment was given up: the worker would automatically pay an open one.
  await until("the payout to be cancelled", async () => {
    const { payouts } = await admin(`admin/payouts?status=failed&wallet=${poor.address}`);
    return payouts.length === 1;
  });
  await page.goto(`${house.url}/admin/payouts?status=failed`);
  await airdropTo(poor.address, 0.01 * SOL);
  await page.getByRole("button", { name: /^Retry 0\.000/ }).click();
  await confirmed(page, said(page, "This payment has taken its next step."));
  await until("the retried payout", async () => (await poor.chainBalance()) > 0.01 * SOL);

  // Players' withdrawals: commission, and a balance.
  const claim = { body: { wallet: first.address } };
  expect((await first.call("POST", "/api/referrals/claim", claim)).status).toBeLessThan(300);
  const withdrawal = { body: { walletAddress: third.address, amount: 0.15 } };
  await page.goto(`${house.url}/admin/wallets`);
  await press(page, "Lock");
  await dialog(page).getByRole("button", { name: "Lock", exact: true }).click();
  await page.getByText("Locked", { exact: true }).waitFor();
  expect((await third.call("POST", "/api/wallet/withdraw", withdrawal)).status).toBe(201);
  await page.reload();
  await password(page).fill(FIRST_PASSWORD);
  await press(page, "Process");
  await confirmed(page, said(page, /withdrawals? took (its|their) next step/));
  await password(page).fill(FIRST_PASSWORD);
  await press(page, "Unlock");
  await page.getByText("Unlocked", { exact: true }).waitFor();
  await password(page).fill(FIRST_PASSWORD);
  // Each deposit wallet holds something: a player has filled up a balance through all of them.
  const deposits = (await walletsNow()).filter(({ type, isActive }) => type === "deposit" && isActive);
  expect(deposits).toHaveLength(3);
  const savedBefore = await third.balance();
  for (const { address } of deposits) await third.transfer(address, 0.3 * SOL);
  await until("the credits", async () => (await third.balance()) > savedBefore + 0.89);
  await settled();
  await press(page, "Sweep");
  await confirmed(page, said(page, /^3 wallets swept, /));
  await settled();
  const heldAfter = (await walletsNow()).filter(({ type }) => type === "deposit");
  for (const { onChainBalance } of heldAfter) expect(onChainBalance).toBeLessThan(0.001);

  // The treasury refills the hot wallet.
  await password(page).fill(FIRST_PASSWORD);
  await press(page, "Refill");
  await dialog(page).getByLabel("Amount to move").fill("2");
  await press(page, "Move 2 SOL");
  await confirmed(page, said(page, "On its way to the hot wallet"));

  // A transfer above the limit waits for another admin, who approves it in a browser.
  const guest = newPlayer(house.url, { rpcUrl: node.url });
  await page.getByLabel("Player wallet").fill(guest.address);
  await page.getByLabel("Amount", { exact: true }).fill("11");
  await password(page).fill(FIRST_PASSWORD);
  await press(page, "Transfer");
  await dialog(page).getByLabel(/^Type/).fill("11");
  await dialog(page).getByRole("button", { name: "Send 11 SOL" }).click();
  await confirmed(page, page.getByText(/^Not sent: 11 SOL to .* waiting for another admin until /));
  expect(await guest.chainBalance()).toBe(0);
  const other = await openPublicPanel(browser, {
    url: house.url,
    key: approver,
    tab: "approvals",
    username: "approver",
  });
  await other.locator("[data-request]").getByRole("button", { name: "Approve" }).click();
  await dialog(other).getByRole("button", { name: "Approve" }).click();
  await confirmed(other, said(other, "Approved and done"));
  await until("the transfer", async () => (await guest.chainBalance()) === 11 * SOL);

  // A balance is set by hand.
  await page.goto(`${house.url}/admin/users?search=backer_3`);
  await page.getByRole("button", { name: /^backer_3/ }).click();
  await page.getByTestId("drawer").getByRole("button", { name: "Set Balance" }).click();
  const before = await third.balance();
  await dialog(page)
    .getByLabel("New balance")
    .fill(String(Math.round((before + 0.5) * 1e9) / 1e9));
  await dialog(page).getByRole("button", { name: "Set Balance" }).click();
  await confirmed(page, said(page, /balance/i));

  // The password is changed, and the keys are exported.
  await page.goto(`${house.url}/admin/wallets`);
  await password(page).fill(FIRST_PASSWORD);
  await press(page, "Change");
  await page.getByLabel("New master password", { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel("Confirm master password", { exact: true }).fill(NEXT_PASSWORD);
  await dialog(page).getByRole("button", { name: "Change", exact: true }).click();
  await confirmed(page, said(page, "Master password changed"));
  await password(page).fill(NEXT_PASSWORD);
  await press(page, "Load");
  await page.getByText(/^Details of /).waitFor();
  await settled();

  // Nothing is lost, doubled or made up: all lamports given out are with the players or the house, or went to network
  // fees.
  const players = [...backers.players, referred, guest, ...empties];
  const accounts = (await walletsNow()).map(({ address }) => new PublicKey(address));
  const balanceOf = (account: PublicKey) => second.connection.getBalance(account, "finalized");
  // The notary of the public log was given what its memos cost.
  const holders = [...accounts, await notaryOf(first), ...players.map((player) => player.key)];
  const held = await Promise.all(holders.map(balanceOf));
  const fees = await feesOf(second.connection, holders);
  const given =
    funding.hot + funding.treasury + 6 * 5 * SOL + 20 * SOL + 6 * (0.01 * SOL + 5_000) + 0.01 * SOL;
  expect(held.reduce((sum, lamports) => sum + lamports, 0) + Number(fees)).toBe(given);

  // What is owed is what each player is shown; the rest is the house's, and the revenue page says the same.
  const owed = [...players.slice(0, 7), ...empties].map((player) => player.balance());
  const shown = (await Promise.all(owed)).reduce((sum, amount) => sum + Math.round(amount * 1e9), 0);
  const liability = ({ liabilities }: Json, kind: string) =>
    BigInt(liabilities.find((one: Json) => one.kind === kind)?.lamports ?? 0);
  // The snapshot is cached: it may be of the moment before the balance was set by hand.
  const solvency = await until("a snapshot that owes what each player is shown", async () => {
    const snapshot = await admin("solvency");
    return liability(snapshot, "user") === BigInt(shown) && snapshot;
  });
  expect([liability(solvency, "pool"), liability(solvency, "jackpot")]).toEqual([0n, 0n]);
  const { statement } = await admin("admin/revenue");
  expect(BigInt(Math.round(statement.closingEquity * 1e9))).toBe(BigInt(solvency.equity));
  await page.goto(`${house.url}/admin/revenue`);
  await page.getByText("The lines add up to it, to the lamport").waitFor();
  const closing = page.locator("p").filter({ hasText: /^Equity now/ });
  expect((await closing.innerText()).replaceAll(/[^\d.]/g, "")).toBe(
    (Number(solvency.equity) / SOL).toFixed(9),
  );

  // The exported keys open a new installation, whose equity is what they hold.
  await page.goto(`${house.url}/admin/wallets`);
  await password(page).fill(NEXT_PASSWORD);
  const download = page.waitForEvent("download");
  await press(page, "Export");
  const sign = dialog(page).getByRole("button", { name: "Sign with wallet" });
  await Promise.race([download, sign.waitFor()]);
  if (await sign.isVisible()) await sign.click();
  const file = join(mkdtempSync(join(tmpdir(), "furlong-export-")), "wallets.json");
  await (await download).saveAs(file);
  expect(readFileSync(file, "utf8")).not.toContain(NEXT_PASSWORD);
  expect(await house.stop()).toBe(0);
  const atRest = await Promise.all(accounts.map(balanceOf));
  const port = await freePort();
  const restored = await startServer({ port, env: environment(port) });
  try {
    const fresh = await openPublicPanel(browser, { url: restored.url, key, tab: "wallets" });
    const order = { file, network: "devnet", masterPassword: NEXT_PASSWORD };
    await (await prepareRestore(fresh, order)).click();
    await confirmed(fresh, said(fresh, "House wallets restored"));
    await fresh.getByText("5 wallets restored", { exact: true }).waitFor();
    const held = atRest.reduce((sum, lamports) => sum + lamports, 0);
    const shownHeld = await fresh
      .getByText(/^They hold .* SOL, which is booked as house equity\.$/)
      .innerText();
    expect(Math.round(Number(/[\d.]+/.exec(shownHeld)?.[0]) * SOL)).toBe(held);
    const other = newPlayer(restored.url, { rpcUrl: node.url });
    const books = await until(
      "the restored books, once the new log's notary was given its money",
      async () => {
        const reply = await other.call("GET", "/api/solvency");
        if (reply.status !== 200 || BigInt(reply.body.difference) !== 0n) return false;
        const spent = held - Number(reply.body.totalHoldings) - (await balanceOf(await notaryOf(other)));
        // Anchors of its first races cost fees.
        return spent > 0 && spent < 100_000 && reply.body;
      },
    );
    expect(books.liabilities.every(({ lamports }: Json) => BigInt(lamports) === 0n)).toBe(true);
  } finally {
    await restored.stop();
  }
}, 900_000);
