/**
 * How long every call of the admin panel takes on a long history, and the calls for a player's page, compared with the
 * same call on a hundredth of that history. Starts two servers the way the product starts them, on two seeded data
 * folders (or Postgres databases), and calls them in turn over HTTP, with practice bettors so that races run meanwhile.
 * Prints the medians and their ratios; then how late the server answers a player, since race rounds share the thread
 * with these calls, while nobody uses the panel and while somebody does.
 *
 * Before running this, seed two histories: DATA_DIR=<folder> npm run bench -- seed-history, and the same with --users 1000
 * --races 500 --bets 10000.
 *
 * Usage: npm run bench -- admin-queries <small DATA_DIR[=DATABASE_URL]> <large DATA_DIR[=DATABASE_URL]> [rounds, default 30]
 */
import { setTimeout as pause } from "node:timers/promises";
import { type BrowserSession, newBrowser, newWallet } from "../tests/support/browser-session.ts";
import { startServer } from "../tests/support/server-process.ts";
import { untilChecked } from "./admin-queries/start-checks.ts";

const [small, large, rounds = "30"] = process.argv.slice(2);
if (small === undefined || large === undefined)
  throw new Error("Usage: npm run bench -- admin-queries <small DATA_DIR[=DATABASE_URL]> <large …> [rounds]");

const AIM_MS = 300;
const AIM_RATIO = 2;
const QUIET_MS = 30_000;

/** Subjects of the calls, taken from the lists of the server under test. */
interface Known {
  readonly wallet: string;
  readonly username: string;
  /** The player who has staked the most. */
  readonly busiest: string;
  /** Username of the player who joined first, who has referred the most. */
  readonly referrer: string;
  readonly announcement: string;
  readonly raceId: string;
  readonly signature: string;
  readonly actor: string;
  readonly middle: { readonly races: string; readonly users: string; readonly payouts: string };
}

interface Bench {
  readonly name: string;
  readonly admin: BrowserSession;
  readonly known: Known;
  readonly stop: () => Promise<unknown>;
}

/** What is sent with POST; the other calls are made with GET. */
interface Posted {
  readonly path: string;
  readonly body: object;
}

const lookUp = (body: object): Posted => ({ path: "/api/referrals/admin/user-profile", body });

const callsOf = ({
  wallet,
  username,
  busiest,
  referrer,
  announcement,
  raceId,
  signature,
  actor,
  middle,
}: Known): Readonly<Record<string, string | Posted>> => ({
  overview: "/api/admin/overview",
  "users, newest": "/api/admin/users",
  "users, from the middle": `/api/admin/users?cursor=${middle.users}`,
  "users by balance": "/api/admin/users?sort=balance",
  "users by wagered, upwards": "/api/admin/users?sort=wagered&direction=asc",
  "users by won": "/api/admin/users?sort=won",
  "users by username": "/api/admin/users?sort=username&direction=asc",
  "users by wallet": "/api/admin/users?sort=wallet",
  "users of a name": `/api/admin/users?search=${username}`,
  "users of a common beginning": "/api/admin/users?search=swift",
  "users of a wallet": `/api/admin/users?search=${wallet.slice(0, 6)}`,
  "wallets without a profile": "/api/admin/unprofiled-wallets",
  "wallets without a profile by balance": "/api/admin/unprofiled-wallets?sort=balance",
  "user's details": `/api/admin/user/${wallet}/details`,
  "user's chat log": `/api/admin/user/${wallet}/chat-logs?limit=100`,
  "busiest player's profile": `/api/users/${busiest}`,
  "busiest player's days": `/api/users/${busiest}/stats`,
  "referral lookup": lookUp({ identifier: referrer, limit: 50 }),
  "referral lookup by earned": lookUp({ identifier: referrer, limit: 50, sort: "earned" }),
  "referral lookup searched by name": lookUp({ identifier: referrer, limit: 50, search: "swift" }),
  "open reports": "/api/chat/reports?status=open",
  "resolved reports": "/api/chat/reports?status=resolved",
  "resolved reports of a writer": `/api/chat/reports?status=resolved&search=${username}`,
  "races, newest": "/api/admin/races",
  "races, from the middle": `/api/admin/races?cursor=${middle.races}`,
  "races, oldest": "/api/admin/races?sort=created&direction=asc",
  "races of a player": `/api/admin/races?search=${busiest}`,
  "one race with its bets": `/api/admin/race/${raceId}`,
  "one race with its bets by stake": `/api/admin/race/${raceId}?sort=stake`,
  "payouts, newest": "/api/admin/payouts",
  "payouts, from the middle": `/api/admin/payouts?cursor=${middle.payouts}`,
  "payouts of a wallet": `/api/admin/payouts?wallet=${wallet}`,
  "payouts by signature": `/api/admin/payouts?tx=${signature.slice(0, 12)}`,
  "payouts that failed": "/api/admin/payouts?status=failed",
  "payouts that wait": "/api/admin/payouts?status=pending",
  "payouts completed": "/api/admin/payouts?status=completed",
  "payouts by amount": "/api/admin/payouts?sort=amount",
  "payouts, oldest": "/api/admin/payouts?sort=created&direction=asc",
  "payouts searched for a wallet": `/api/admin/payouts?search=${wallet}`,
  "payouts searched for a signature": `/api/admin/payouts?search=${signature.slice(0, 12)}`,
  sweeps: "/api/admin/payouts?kind=sweep",
  memos: "/api/admin/payouts?kind=anchor",
  revenue: "/api/admin/revenue",
  "revenue by day": "/api/admin/revenue/series?by=day&from=2020-01-01",
  "revenue by hour": "/api/admin/revenue/series?by=hour&from=2020-01-01",
  "revenue by type": "/api/admin/revenue/series?by=type&from=2020-01-01",
  "revenue as CSV": "/api/admin/revenue/series?by=day&from=2020-01-01&format=csv",
  audit: "/api/admin/audit",
  "audit by actor": `/api/admin/audit?actor=${actor}`,
  "audit by kind of action": "/api/admin/audit?action=player.",
  "audit by rare action": "/api/admin/audit?action=house.initialize",
  "audit by subject": `/api/admin/audit?subject=${wallet}`,
  "audit searched for a wallet": `/api/admin/audit?search=${wallet}`,
  "audit, oldest": "/api/admin/audit?sort=number&direction=asc",
  approvals: "/api/admin/approvals",
  "approvals by amount": "/api/admin/approvals?sort=amount",
  "house wallets": "/api/house-wallet/overview",
  "house transactions": "/api/house-wallet/transactions",
  "house transactions, oldest": "/api/house-wallet/transactions?sort=created&direction=asc",
  "house transactions of a wallet": `/api/house-wallet/transactions?search=${wallet}`,
  "withdrawal queue": "/api/house-wallet/withdrawal-queue",
  "withdrawal queue by amount": "/api/house-wallet/withdrawal-queue?sort=amount",
  horses: "/api/admin/horses",
  "special races": "/api/admin/special-race",
  "special races, oldest": "/api/admin/special-race?sort=requested&direction=asc",
  titles: "/api/admin/titles",
  "holders of a title": "/api/admin/titles/title-first-win/holders",
  "holders of a title searched by name": "/api/admin/titles/title-first-win/holders?search=swift",
  announcements: "/api/admin/announcements",
  "announcements by how many saw them": "/api/admin/announcements?sort=seen",
  "who has seen an announcement": `/api/admin/announcements/${announcement}/viewers`,
  "who has seen it, by name": `/api/admin/announcements/${announcement}/viewers?search=swift`,
  "emote groups": "/api/admin/emote-groups",
  emotes: "/api/admin/emotes",
  settings: "/api/admin/settings",
});

async function open(place: string): Promise<Bench> {
  const [dataDir = "", ...url] = place.split("=");
  const wallet = newWallet();
  const server = await startServer({
    dataDir,
    env: {
      ADMIN_WALLETS: wallet.address,
      LOG_LEVEL: "info",
      LOCAL_PLAYERS: "4",
      ...(url.length > 0 && { DATABASE_URL: url.join("=") }),
    },
  });
  await untilChecked(server);
  const admin = newBrowser(server.url, wallet);
  await admin.signIn();
  const read = async (path: string) => (await admin.call("GET", path)).body;
  const { users } = await read("/api/admin/users?search=swift&limit=100");
  const { users: byStakes } = await read("/api/admin/users?sort=wagered&limit=1");
  const { users: byAge } = await read("/api/admin/users?sort=joined&direction=asc&limit=1");
  const { announcements } = await read("/api/admin/announcements?sort=seen&limit=1");
  const { races } = await read("/api/admin/races?limit=20");
  const { payouts } = await read("/api/admin/payouts?status=completed&limit=20");
  const { rows } = await read("/api/admin/audit?action=player.&limit=1");
  const number = Number(races.at(-1).id.replace("race-", ""));
  const middleMs = Math.round((Date.parse(users[0].created_at) + Date.parse(rows.at(-1).at)) / 2);
  const known = {
    wallet: payouts[0].user_wallet,
    username: users[0].username,
    busiest: byStakes[0].wallet_address,
    referrer: byAge[0].username,
    announcement: announcements[0].id,
    raceId: races.at(-1).id,
    signature: payouts[0].solana_tx_signature,
    actor: rows[0].actor,
    middle: {
      races: String(Math.floor(number / 2)),
      users: `${middleMs - (number / 2) * 60_000}.z`,
      payouts: `${middleMs - (number / 2) * 60_000}.z`,
    },
  };
  return { name: dataDir, admin, known, stop: () => server.stop() };
}

const median = (values: readonly number[]) => quantile(values, 0.5);
const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

async function timed(admin: BrowserSession, call: string | Posted): Promise<number> {
  const { path, body } = typeof call === "string" ? { path: call, body: undefined } : call;
  const began = performance.now();
  const { status, text } = await (body ? admin.call("POST", path, { body }) : admin.call("GET", path));
  const ms = performance.now() - began;
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
  return ms;
}

async function measureCalls(benches: readonly [Bench, Bench]) {
  const names = Object.keys(callsOf(benches[0].known));
  console.log(`${"median, ms".padEnd(30)}${"small".padStart(9)}${"large".padStart(9)}${"ratio".padStart(8)}`);
  for (const name of names) {
    const values: [number[], number[]] = [[], []];
    // The servers take turns, so that other load on the machine affects both alike; the first turns warm up.
    for (let turn = -3; turn < Number(rounds); turn += 1) {
      for (const place of [0, 1] as const) {
        const { admin, known } = benches[place];
        const ms = await timed(admin, callsOf(known)[name] ?? "");
        if (turn >= 0) values[place].push(ms);
      }
    }
    const [few, many] = [median(values[0]), median(values[1])];
    const missed = [many > AIM_MS && `above ${AIM_MS} ms`, many / few > AIM_RATIO && `above ${AIM_RATIO}×`];
    const said = missed.filter(Boolean).join(", ");
    const columns = [
      few.toFixed(1).padStart(9),
      many.toFixed(1).padStart(9),
      (many / few).toFixed(2).padStart(8),
    ];
    console.log(`${name.padEnd(30)}${columns.join("")}  ${said}`);
  }
}

/** How long a call that does no work waits for the thread, called as often as the race round runs. */
async function measureWaits({ admin }: Bench, isOver: () => boolean): Promise<readonly number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    waits.push(await timed(admin, "/api/health/live"));
    await pause(100);
  }
  return waits;
}

async function measureClock(bench: Bench) {
  const tell = (what: string, waits: readonly number[]) => {
    const [half, most, worst] = [0.5, 0.95, 1].map((part) => quantile(waits, part).toFixed(0).padStart(7));
    console.log(`${what.padEnd(30)}${half}${most}${worst}   (${waits.length} rounds)`);
  };
  const ends = (ms: number) => {
    const end = performance.now() + ms;
    return () => performance.now() > end;
  };
  console.log(`\n${bench.name}\n${"wait for the thread, ms".padEnd(30)}   half    95 %  worst`);
  tell("nobody asks for the panel", await measureWaits(bench, ends(QUIET_MS)));
  const isOver = ends(QUIET_MS);
  const calls = Object.values(callsOf(bench.known));
  const asking = (async () => {
    for (let turn = 0; !isOver(); turn += 1) {
      await timed(bench.admin, calls[turn % calls.length] ?? "");
      // An admin who opens another page ten times a second.
      await pause(100);
    }
  })();
  tell("the panel is asked for", await measureWaits(bench, isOver));
  await asking;
}

const benches = [await open(small), await open(large)] as const;
try {
  await measureCalls([...benches]);
  for (const bench of benches) await measureClock(bench);
} finally {
  for (const { stop } of benches) await stop();
}
