import { countWinnings } from "../../../domain/history/winnings.ts";
import { callNode } from "../../lib/chain-rpc.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { checkChain } from "./check-chain.ts";
import { checkExport, type Standing } from "./check-export.ts";
import { type CheckedHistory, newCheck } from "./checked-history.ts";
import { siteExport } from "./export-source.ts";
import type { ChosenNode, HistoryNews, HistoryOrder, HistoryPhase, HistoryProgress } from "./messages.ts";
import { forgetCheck, keepCheck, readCheck } from "./saved-check.ts";
import { measureSpeed, type Speed } from "./speed.ts";

/*
 * Checks the history beside the page, which only shows how far it is: as the page orders, and told to it a few times a second.
 */

/** As long as orders may wait. */
const SLICE_MS = 40;
const TELL_EVERY_MS = 250;
const KEEP_EVERY_MS = 1_000;
/** Public nodes refuse who asks more often. */
const ASK_EVERY_MS = 250;

/** The visitor wants it to stop for now. */
class Paused extends Error {
  override readonly name = "Paused";
}

let check: CheckedHistory = newCheck();
/** As text, what of it can be continued, now and on another visit; the check itself changes with each line. */
let keepable = JSON.stringify(check);
let phase: HistoryPhase = "loading";
let problem: string | null = null;
let part: HistoryProgress["part"] = "records";
let published = 0;
let day: string | null = null;
let speed: Speed | null = null;
/** Of the run as a whole, once its records were checked. */
let perSecond: number | null = null;
let [slicedAt, toldAt, keptAt] = [0, 0, 0];

const now = () => performance.now();
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const send = (news: HistoryNews) => self.postMessage(news);

function tell(): void {
  toldAt = now();
  const { state, faults, faultCount, doneAt, chain } = check;
  send({
    type: "progress",
    progress: {
      phase,
      problem,
      part,
      records: state.seq,
      published: Math.max(published, state.seq),
      races: state.races,
      racesPerSecond:
        phase === "running" && part === "records" ? (speed?.ofLate(state.races) ?? null) : perSecond,
      day,
      days: state.files.count,
      faults,
      faultCount,
      openWinnings: countWinnings(state.winnings),
      openRefunds: state.refunds.awaited.length,
      doneAt,
      chain,
    },
  });
}

/** Lets orders in, tells how far it is, and keeps what can be continued; null while there is time. */
function turn(standing: Standing): Promise<void> | undefined {
  ({ check, published, day } = standing);
  const at = now();
  const isFileEnd = standing.isKeepable && day !== null;
  return isFileEnd || at - slicedAt >= SLICE_MS ? letIn(at, standing.isKeepable) : undefined;
}

async function letIn(at: number, isKeepable: boolean): Promise<void> {
  if (at - toldAt >= TELL_EVERY_MS) tell();
  if (isKeepable) keepable = JSON.stringify(check);
  if (isKeepable && at - keptAt >= KEEP_EVERY_MS) await keep();
  await wait(0);
  slicedAt = now();
  if (phase === "pausing") throw new Paused();
}

async function keep(): Promise<void> {
  keptAt = now();
  await keepCheck(keepable);
}

/** One question after the other, at a pace that public nodes allow. */
const slowly =
  (url: string): AskNode =>
  async (method, params) => {
    await wait(ASK_EVERY_MS);
    return callNode(url, method, params);
  };

async function run(node: ChosenNode | null): Promise<void> {
  phase = "running";
  problem = null;
  speed = measureSpeed(check.state.races);
  slicedAt = now();
  try {
    part = "records";
    tell();
    check = await checkExport(check, siteExport(wait), turn);
    perSecond = speed.ofRun(check.state.races);
    if (node !== null) {
      part = "memos";
      const { url, genesisHash } = node;
      check = await checkChain(check, { source: siteExport(wait), ask: slowly(url), genesisHash, turn });
    }
    check = { ...check, doneAt: Date.now() };
    phase = "done";
    keepable = JSON.stringify(check);
  } catch (error) {
    if (error instanceof Paused) phase = "paused";
    else {
      phase = "failed";
      problem = error instanceof Error ? error.message : String(error);
    }
    // In the middle of a day's file there is no going on: that day is read again.
    check = JSON.parse(keepable) as CheckedHistory;
  }
  await keep();
  tell();
}

async function forget(): Promise<void> {
  check = newCheck();
  keepable = JSON.stringify(check);
  phase = "fresh";
  problem = null;
  published = 0;
  day = null;
  await forgetCheck();
  tell();
}

async function open(): Promise<void> {
  const kept = await readCheck();
  check = kept ?? newCheck();
  keepable = JSON.stringify(check);
  phase = kept === null ? "fresh" : kept.doneAt === null ? "paused" : "done";
  tell();
}

const opened = open();

self.addEventListener("message", ({ data }: MessageEvent<HistoryOrder>) => void obey(data));

async function obey(order: HistoryOrder): Promise<void> {
  await opened;
  switch (order.type) {
    case "run":
      if (phase !== "running" && phase !== "pausing") await run(order.node);
      return;
    case "pause":
      if (phase === "running") phase = "pausing";
      tell();
      return;
    case "forget":
      if (phase !== "running" && phase !== "pausing") await forget();
      return;
    case "report":
      send({ type: "report", check });
      return;
  }
}
