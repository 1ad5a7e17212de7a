import type { Player } from "../../support/player.ts";
import { until } from "../../support/until.ts";
import { drilledPlayer, GRANT, SOL } from "./bettors.ts";
import type { FaultKind } from "./faults.ts";
import { randomFrom } from "./random.ts";
import { openFixture, type Fixture, type Site } from "./fixture.ts";

/** One bettor per horse, so that every race pays somebody. */
const BETTORS = 6;
const SAVERS = 2;
const HOUSE_SOL = 500;

/** The shortest races that the settings allow. */
const settings = {
  countdown_seconds: "10",
  extend_seconds: "5",
  sprint_duration: "5",
  race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
  next_race_delay: "0",
  min_bets_to_start: "2",
  // A bonus would change a balance without showing in a bet's payout.
  superfecta_bonus_sol: "0",
};

interface Wanted {
  readonly database: "embedded" | "postgres";
  readonly seed: string;
  readonly faults: readonly FaultKind[];
  readonly validatorUrl?: string;
}

/** A running product and its players, signed in and with their own SOL. */
export async function enter({ database, seed, faults, validatorUrl }: Wanted) {
  const behindNode = faults.includes("rpc");
  const fixture = await openFixture({
    database,
    behindNode,
    ...(validatorUrl !== undefined && { validatorUrl }),
    onSmallDisk: faults.includes("disk-full"),
    random: randomFrom(seed, "node"),
  });
  try {
    return { fixture, ...(await assemble(fixture, { behindNode })) };
  } catch (error) {
    await fixture.close({ keepFiles: true });
    throw new Error(`The drill could not begin; the server's log is ${fixture.logFile}`, { cause: error });
  }
}

/** Starts the product, and signs admin and players in to it. */
export async function assemble(
  site: Site & Pick<Fixture, "appoint" | "start" | "ready">,
  { behindNode }: { readonly behindNode: boolean },
) {
  const admin = drilledPlayer(site, 1);
  if (behindNode) site.appoint(admin.address);
  await site.start();
  await site.ready();
  if (behindNode) await fundHouse(site, admin);
  await admin.signIn();
  if (!behindNode) await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
  for (const [settingKey, settingValue] of Object.entries(settings)) {
    const body = { adminWallet: admin.address, settingKey, settingValue };
    const answer = await admin.call("POST", "/api/admin/settings", { body });
    if (answer.status !== 200) throw new Error(`${settingKey}: ${JSON.stringify(answer.body)}`);
  }
  const bettors = Array.from({ length: BETTORS }, (_, at) => drilledPlayer(site, 10 + at));
  const savers = Array.from({ length: SAVERS }, (_, at) => drilledPlayer(site, 30 + at));
  await Promise.all([...bettors, ...savers].map((player, at) => join(player, `driller-${at}`)));
  return { admin, bettors, savers };
}

export async function join(player: Player, name: string) {
  await player.signIn();
  const created = await player.createProfile(name);
  if (created.status !== 201) throw new Error(`${name}: ${JSON.stringify(created.body)}`);
  await grant(player);
}

/** The faucet gives at most this much at once. */
const FAUCET_MOST = 1_000 * SOL;

async function grant(player: Player) {
  for (let given = 0; given < GRANT; given += FAUCET_MOST) await player.airdrop(FAUCET_MOST);
}

/** On a cluster only its operator fills the house's wallets. */
async function fundHouse(site: Site, operator: Player) {
  await grant(operator);
  const hot = await until("the hot wallet's address", async () => {
    const { body } = await operator.call("GET", "/api/solvency");
    return body.holdings?.find((held: { kind: string }) => held.kind === "hot")?.address;
  });
  await operator.transfer(hot, HOUSE_SOL * SOL);
}
