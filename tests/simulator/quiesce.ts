import { resumeIfHalted } from "./admin.ts";
import type { Cluster } from "./cluster.ts";
import { walletAccountOf } from "./keys.ts";
import { isSet, text } from "./oracle/mirror.ts";
import { ADMIN, type ServerProcess } from "./process.ts";
import type { Environment } from "./environment.ts";
import { funder } from "./setup.ts";
import { signOwn } from "./wallet.ts";
import { Violation } from "./world.ts";

const mostStepsOfTheEnd = 150_000;
const restLimitMs = 3_600_000;
const operatorEveryMs = 600_000;
/** Lamports for some memos, including what an account needs to exist. */
const OF_A_MEMO = 2_000_000n;

/** No more faults and no more players: everything must finish (rule INV-12). */
export async function quiesce(environment: Environment, cluster: Cluster): Promise<void> {
  const { world, oracle, faults } = environment;
  faults.stop();
  environment.silentUntilMs = 0;
  environment.laggingUntilMs = 0;
  environment.forgetful = { beforeSlot: 0, untilMs: 0 };
  environment.chain.stallFinality(0);
  for (const process of cluster.all) {
    process.skewMs = 0;
    process.pausedUntilMs = 0;
  }
  world.note("FAULTS STOP");
  const startedMs = world.nowMs();
  const attempt = (work: (server: ServerProcess) => Promise<unknown>) => {
    const server = cluster.any();
    // If a server shuts down meanwhile, the work is attempted again in the next round.
    if (server)
      server.call(() => work(server)).catch((error: unknown) => world.note(`quiescing: ${String(error)}`));
  };
  const change = (key: string, value: string) =>
    attempt((server) => server.use.changeSetting({ key, value, by: ADMIN }));
  // What the duster left unread takes hours to read, as long as ever fewer payments are left in it.
  let movedMs = startedMs;
  let movedSteps = world.steps;
  let fewestUncounted = Number.POSITIVE_INFINITY;
  let operatorLooksMs = startedMs + operatorEveryMs;
  for (let round = 0; world.failure === null; round += 1) {
    if (oracle.mirror.settings.get("next_race_delay") !== "600") change("next_race_delay", "600");
    if (oracle.mirror.settings.get("jackpot_pool_amount") !== "0") change("jackpot_pool_amount", "0");
    if (round % 10 === 0)
      resumeIfHalted({ environment, cluster }).catch((error: unknown) =>
        world.note(`quiescing: ${String(error)}`),
      );
    if (round % 10 === 0)
      for (const special of oracle.mirror.specialRaces.values())
        if (!isSet(special, "race_id") && !isSet(special, "cancelled_at"))
          attempt((server) => server.use.cancelSpecialRace(text(special, "id")));
    if (world.nowMs() > operatorLooksMs) {
      coverWhatWaits(environment);
      operatorLooksMs = world.nowMs() + operatorEveryMs;
    }
    const open = [...oracle.mirror.races.values()].at(-1);
    const isWaiting = open?.["status"] === "pending" && round % 20 === 0;
    if (open && isWaiting)
      attempt((server) => server.use.refundRace({ raceId: text(open, "id"), reason: "closing time" }));
    for (let step = 0; step < 40 && world.failure === null; step += 1) await world.step();
    if (isAtRest(environment)) break;
    if (oracle.uncountedPayments() < fewestUncounted) {
      fewestUncounted = oracle.uncountedPayments();
      movedMs = world.nowMs();
      movedSteps = world.steps;
    }
    const isTooLong = world.nowMs() - movedMs > restLimitMs || world.steps - movedSteps > mostStepsOfTheEnd;
    if (isTooLong) {
      oracle.checkRest();
      world.fail(new Violation("INV-12 the game does not come to rest"));
    }
  }
  if (world.failure !== null) return;
  await oracle.fullCheck();
  oracle.checkRest();
  await countWhatIsOwed(environment, attempt);
  await waitForMemos(environment);
  const wallets = [...oracle.mirror.houseWallets.keys()];
  const held = wallets.reduce(
    (sum, address) => sum + environment.chain.balanceAt(address, environment.chain.tip()),
    0n,
  );
  const booked = -wallets.reduce((sum, address) => sum + oracle.balance(walletAccountOf(address)), 0n);
  if (held !== booked)
    world.fail(new Violation(`INV-2 at rest the house holds ${held} and the books ${booked}`));
}

type Attempt = (work: (server: ServerProcess) => Promise<unknown>) => void;

/**
 * A player requests a new tree of what the house owes, which must contain all of it (rules OWED-1 and OWED-5). If the
 * next race opens meanwhile and a repeated bet moves a balance, another tree is requested.
 */
async function countWhatIsOwed(environment: Environment, attempt: Attempt): Promise<void> {
  const { world, oracle } = environment;
  for (let changes = -1; world.failure === null && oracle.owedChanges() !== changes;) {
    changes = oracle.owedChanges();
    await waitForTree(environment, attempt);
  }
  if (world.failure === null) oracle.checkLiabilities();
}

async function waitForTree({ world, oracle }: Environment, attempt: Attempt): Promise<void> {
  const askedMs = world.nowMs();
  for (let round = 0; world.failure === null && (oracle.countedAt() ?? 0) < askedMs; round += 1) {
    if (round % 20 === 0) attempt((server) => server.use.requestLiabilities());
    for (let step = 0; step < 40 && world.failure === null; step += 1) await world.step();
    if (world.nowMs() - askedMs > restLimitMs) {
      world.fail(new Violation("OWED-5 what the house owes is not counted though a player has asked"));
    }
  }
}

/** The first tree of a day has a memo (rule OWED-6), whose fee is booked when it is final. */
async function waitForMemos({ world, oracle, chain }: Environment): Promise<void> {
  const isDone = () => chain.isQuiet() && [...oracle.mirror.payments.values()].every(isOver);
  for (let step = 0; world.failure === null && !isDone(); step += 1) {
    if (step > mostStepsOfTheEnd) return world.fail(new Violation("INV-12 a memo does not come to its end"));
    await world.step();
  }
}

const isOver = ({ status }: Record<string, unknown>) =>
  status === "completed" || status === "failed" || status === "cancelled";

/**
 * A sweep moves what the hot wallets hold above their ceiling to the treasury, from where only an admin brings it back
 * (rules MONEY-27 and HOUSE-6). A withdrawal that waits for money after the admins have stopped acting waits for the
 * operator, who sends it.
 */
function coverWhatWaits({ chain, oracle, world }: Environment): void {
  const { payments, houseWallets } = oracle.mirror;
  const lamports = [...payments.values()]
    .filter(({ status, source }) => status === "pending" && source === "hot")
    .reduce((sum, payment) => sum + BigInt(text(payment, "lamports")), 0n);
  const hot = [...houseWallets.values()].find((wallet) => wallet["kind"] === "hot" && wallet["is_active"]);
  const blockhash = chain.hashOf(chain.latestBlockAt(chain.tip()));
  const send = (to: string, amount: bigint) => {
    world.note(`the operator sends ${amount} to a hot wallet`);
    const transfers = [{ to, lamports: amount }];
    chain.receive(signOwn(funder, { transfers, memo: null, blockhash }).wire, world.nowMs());
  };
  if (lamports > 0n && hot !== undefined) send(text(hot, "address"), lamports);
  // A lock memo is signed only by the wallet that the commitment names (rule FAIR-15).
  for (const memo of payments.values())
    if (memo["kind"] === "anchor" && !isOver(memo) && isSet(memo, "source_address"))
      send(text(memo, "source_address"), OF_A_MEMO);
}

function isAtRest({ oracle, world, chain }: Environment): boolean {
  const { races, payments, specialRaces } = oracle.mirror;
  const newest = [...races.values()].at(-1);
  const isQuiet =
    newest !== undefined &&
    isSet(newest, "settled_at") &&
    oracle.mirror.settings.get("next_race_delay") === "600" &&
    world.nowMs() - Date.parse(text(newest, "settled_at")) > 30_000;
  return (
    isQuiet &&
    // A late payment still has to be counted, and nothing announces it.
    chain.isQuiet() &&
    oracle.uncountedPayments() === 0 &&
    [...races.values()].every((race) => isSet(race, "settled_at")) &&
    [...specialRaces.values()].every((one) => isSet(one, "race_id") || isSet(one, "cancelled_at")) &&
    [...payments.values()].every(isOver)
  );
}
