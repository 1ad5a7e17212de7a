import { coverageOf } from "../../../../domain/history/history.ts";
import { countWinnings } from "../../../../domain/history/winnings.ts";
import { callNode } from "../../../foundation/lib/chain-rpc.ts";
import { siteExport } from "../export-run/export-source.ts";
import { isBusy, type RunPhase } from "../export-run/run-phase.ts";
import { measureSpeed, type Speed } from "../export-run/speed.ts";
import { Paused, timeSlices, wait } from "../export-run/time-slices.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { checkChain } from "./check-chain.ts";
import { checkExport, type CheckProgress } from "./check-export.ts";
import { type CheckedHistory, newCheck } from "./checked-history.ts";
import { walkNotaries } from "./walk-notaries.ts";
import type { ChosenNode, HistoryMessage, HistoryOrder, HistoryProgress } from "./messages.ts";
import { forgetCheck, keepCheck, readCheck } from "./saved-check.ts";

/*
 * Checks the history in parallel with the page, which only shows the progress: takes the page's orders, and reports to
 * it a few times a second.
 */

/** Public nodes refuse clients that send requests more often. */
const ASK_EVERY_MS = 250;

let check: CheckedHistory = newCheck();
/**
 * The part of the check that can be continued, now and on another visit, as text; the check itself changes with each
 * line.
 */
let keepable = JSON.stringify(check);
let phase: RunPhase = "loading";
let problem: string | null = null;
let part: HistoryProgress["part"] = "records";
let published = 0;
let day: string | null = null;
let speed: Speed | null = null;
/** Races per second over the whole run, once its records were checked. */
let perSecond: number | null = null;

const send = (news: HistoryMessage) => self.postMessage(news);

function tell(): void {
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
      coverage: coverageOf(state),
      doneAt,
      chain,
    },
  });
}

const keep = () => keepCheck(keepable);

const slices = timeSlices({
  isPausing: () => phase === "pausing",
  tell,
  remember: () => {
    keepable = JSON.stringify(check);
  },
  keep,
});

function turn(progress: CheckProgress): Promise<void> | undefined {
  ({ check, published, day } = progress);
  return slices.turn(progress);
}

/** One request after another, at a rate that public nodes allow. */
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
  slices.begin();
  try {
    part = "records";
    tell();
    check = await checkExport(check, siteExport(wait), turn);
    perSecond = speed.ofRun(check.state.races);
    if (node !== null) {
      part = "memos";
      const { url, genesisHash } = node;
      const ports = { source: siteExport(wait), ask: slowly(url), genesisHash, turn };
      check = await walkNotaries(await checkChain(check, ports), ports);
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
    // A run cannot continue in the middle of a day's file: that day is read again.
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
  const savedCheck = await readCheck();
  check = savedCheck ?? newCheck();
  keepable = JSON.stringify(check);
  phase = savedCheck === null ? "fresh" : savedCheck.doneAt === null ? "paused" : "done";
  tell();
}

const opened = open();

self.addEventListener("message", ({ data }: MessageEvent<HistoryOrder>) => void obey(data));

async function obey(order: HistoryOrder): Promise<void> {
  await opened;
  switch (order.type) {
    case "run":
      if (!isBusy(phase)) await run(order.node);
      return;
    case "pause":
      if (phase === "running") phase = "pausing";
      tell();
      return;
    case "forget":
      if (!isBusy(phase)) await forget();
      return;
    case "report":
      send({ type: "report", check });
      return;
  }
}
