import type { Network } from "../../contract/settings/runtime.ts";
import type { PacePorts } from "../chain/asking-pace.ts";
import type { Db } from "../db/database.ts";
import type { Feature, Job } from "../feature.ts";
import type { Logger } from "../log.ts";
import type { Broadcast, Chain, Clock, Entropy } from "../ports.ts";
import { depositRounds } from "./deposit-rounds.ts";
import { openDepositProcessor } from "./deposit-processor.ts";
import { betHandlers } from "./handlers.ts";
import { houseAddresses } from "./house-addresses.ts";
import type { PlacePorts } from "./place-at-once.ts";
import type { PreparePorts } from "./prepare-bet.ts";
import { paymentQuestions } from "./payment-questions.ts";
import { placeRepeats } from "./repeats/place-repeats.ts";
import { depositReader, depositWatcher, type WatchPorts } from "./watch-deposits.ts";

/** How often notifications are checked; the node is asked when they or the clock require it. */
const DEPOSITS_EVERY_MS = 400;

interface Ports extends PacePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly chain: Chain;
  readonly broadcast: Broadcast;
  readonly vault: PreparePorts["vault"];
  readonly bidFor: PreparePorts["bidFor"];
  /** The network of the chain. */
  readonly network: Network;
  /** Wallets whose payments are the house's own money. */
  readonly houseSources: ReadonlySet<string>;
  /** Called with a race that has a new bet. */
  readonly raceChanged: (raceId: string) => void;
}

/** Bets, and the deposits that pay for them. */
export function openBets(ports: Ports) {
  const betPorts = {
    ...ports,
    houseAddresses: houseAddresses(ports.db, ports.network),
    questions: paymentQuestions(),
  };
  const depositProcessor = openDepositProcessor(betPorts);
  const watchPorts = { ...betPorts, depositProcessor };
  const watchDeposits = depositWatcher(watchPorts);
  return {
    /** One round of the deposit watcher: books everything that has reached the house so far. */
    watchDeposits,
    handlers: betHandlers({ ...betPorts, depositProcessor }),
    jobs: [...depositJobs(watchPorts), ...repeatJobs(ports)],
  } satisfies Feature & Record<string, unknown>;
}

export const depositJobs = (ports: WatchPorts & PacePorts): Job[] => [
  {
    name: "deposit watcher",
    runsOn: "leader",
    everyMs: DEPOSITS_EVERY_MS,
    begin: () => depositRounds({ ...ports, readDeposits: depositReader(ports) }),
  },
];

const REPEATS_EVERY_MS = 500;

export const repeatJobs = (ports: PlacePorts): Job[] => [
  {
    name: "repeated bets",
    runsOn: "leader",
    everyMs: REPEATS_EVERY_MS,
    wokenBy: ["repeats"],
    begin: (lease) => () => placeRepeats(ports, lease),
  },
];
