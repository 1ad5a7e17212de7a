import type { Network } from "../../../domain/networks.ts";
import type { PacePorts } from "../../foundation/chain/asking-pace.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Feature, Job } from "../../foundation/feature.ts";
import type { Logger } from "../../foundation/log.ts";
import type { Broadcast, Chain, Clock, Entropy } from "../../foundation/ports.ts";
import { depositRounds } from "./deposit-rounds.ts";
import { forgetUnpaidBets } from "./forget-unpaid-bets.ts";
import { openDepositProcessor } from "./deposit-processor.ts";
import { type ActionPorts, betActionHandlers } from "./bet-action.ts";
import { betHandlers } from "./handlers.ts";
import { houseAddresses } from "./house-addresses.ts";
import type { PreparePorts } from "./prepare-bet.ts";
import { paymentQuestions } from "./payment-questions.ts";
import { placeRepeats, type RepeatPorts } from "./repeats/place-repeats.ts";
import { depositGauges } from "./deposit-gauges.ts";
import { heldByWallets } from "./send-payment.ts";
import { depositReader, type WatchPorts } from "./watch-deposits.ts";

/** How often notifications are checked; the node is asked when they or the clock require it. */
const DEPOSITS_EVERY_MS = 200;

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
  readonly isLocal: RepeatPorts["isLocal"];
  readonly listAdmins: RepeatPorts["listAdmins"];
  readonly readNewestRace: ActionPorts["readNewestRace"];
  /** The admins of the environment. */
  readonly adminWallets: readonly string[];
  /** Called with a race that has a new bet. */
  readonly raceChanged: (raceId: string) => void;
}

/** Bets, and the deposits that pay for them. */
export function openBets(ports: Ports) {
  const betPorts = {
    ...ports,
    houseAddresses: houseAddresses(ports.db, ports.network),
    questions: paymentQuestions(),
    heldBy: heldByWallets(ports),
  };
  const depositProcessor = openDepositProcessor(betPorts);
  const watchPorts = { ...betPorts, depositProcessor };
  const reader = depositReader(watchPorts);
  return {
    /** One round of reading what has reached the house so far. */
    readDeposits: reader.round,
    handlers: {
      ...betHandlers({ ...betPorts, depositProcessor }),
      ...betActionHandlers({ ...betPorts, depositProcessor }),
    },
    jobs: [...depositJobs({ ...watchPorts, reader }), ...repeatJobs(ports), unpaidBetsJob(ports)],
    gauges: depositGauges(reader),
  } satisfies Feature & Record<string, unknown>;
}

export function depositJobs(ports: Parameters<typeof depositRounds>[0] & WatchPorts): Job[] {
  const { watch, readUnexpected } = depositRounds(ports);
  const often = { runsOn: "leader", everyMs: DEPOSITS_EVERY_MS } as const;
  return [
    { name: "deposit watcher", ...often, begin: () => watch },
    { name: "unexpected deposits", ...often, begin: () => readUnexpected },
  ];
}

const HOUR_MS = 3_600_000;

const unpaidBetsJob = (ports: Parameters<typeof forgetUnpaidBets>[0]): Job => ({
  name: "removal of unpaid bets",
  runsOn: "every instance",
  everyMs: HOUR_MS,
  round: () => forgetUnpaidBets(ports),
});

const REPEATS_EVERY_MS = 500;

export const repeatJobs = (ports: RepeatPorts): Job[] => [
  {
    name: "repeated bets",
    runsOn: "leader",
    everyMs: REPEATS_EVERY_MS,
    wokenBy: ["repeats"],
    begin: (lease) => () => placeRepeats(ports, lease),
  },
];
