import { useCallback, useEffect, useMemo, useState } from "react";
import { callNode } from "../../../foundation/lib/chain-rpc.ts";
import {
  checkRace,
  checkSeedChain,
  computedChecks,
  type RaceCheck,
  type VerifiedRace,
} from "./check-race.ts";
import type { Finding } from "./finding.ts";
import type { AskNode } from "./node-answers.ts";
import { unnamedMemos } from "./named-memos.ts";
import { chainChecks, readChain, type ChainCheck } from "./read-chain.ts";

/** The names of the checks, in the order in which they are shown. */
export const ownChecks = [...computedChecks, "lockedBets", "seedChain", "committed"] as const;
export type CheckName = (typeof ownChecks)[number] | ChainCheck;

/** Asks the site whether the log with a race's commitment is one of its own. */
export type CheckHouse = (commit: NonNullable<VerifiedRace["anchors"]["commit"]>) => Promise<Finding>;

/** A chain node that the browser may ask. */
export interface NodeToAsk {
  readonly url: string;
  /** Genesis hash of the chain that holds the money, according to the server; null if unknown. */
  readonly genesisHash: string | null;
}

export interface RaceFindings {
  readonly check: RaceCheck;
  readonly findings: Readonly<Partial<Record<CheckName, Finding>>>;
  /** Asks the node again. */
  readonly retry: (name: ChainCheck) => void;
}

type NamedFindings = RaceFindings["findings"];

/** What has been found so far about one race by one node: it says nothing about another pair. */
interface Later {
  readonly target: object;
  readonly found: NamedFindings;
}

/**
 * Checks everything about a race: what can be computed, and, if there is a node to ask, what is on the chain
 * (rules FAIR-12, FAIR-30 and FAIR-32).
 */
export function useFindings(
  race: VerifiedRace,
  node: NodeToAsk | null,
  checkHouse: CheckHouse | null,
): RaceFindings {
  const check = useMemo(() => checkRace(race), [race]);
  const unnamed = useMemo(() => unnamedMemos(race), [race]);
  const url = node?.url ?? null;
  const genesisHash = node?.genesisHash ?? null;
  const target = useMemo(() => ({ race, url, genesisHash }), [race, url, genesisHash]);
  const [later, setLater] = useState<Later>({ target, found: {} });

  const keep = useCallback(
    (found: NamedFindings) =>
      setLater((before) => ({ target, found: { ...foundOf(before, target), ...found } })),
    [target],
  );
  const read = useCallback(
    (name: ChainCheck) =>
      target.url === null
        ? null
        : readChain(name, target.race, { ask: askNode(target.url), genesisHash: target.genesisHash }),
    [target],
  );

  useEffect(() => {
    const stop = new AbortController();
    const later = async (name: CheckName, finding: Promise<Finding> | null) => {
      if (finding === null) return;
      const found = { [name]: await finding };
      if (!stop.signal.aborted) keep(found);
    };
    void later("lockedBets", lockedBetsOf(target.race, stop.signal));
    void later("seedChain", checkSeedChain(target.race, stop.signal));
    void later("committed", committedOf(target.race, checkHouse));
    for (const name of chainChecks) void later(name, read(name));
    return () => stop.abort();
  }, [target, keep, read, checkHouse]);

  const retry = async (name: ChainCheck) => {
    keep({ [name]: { state: "reading" } });
    const finding = await read(name);
    // Findings about a race or a node that is no longer shown are dropped.
    setLater((now) => (now.target === target && finding !== null ? withFinding(now, name, finding) : now));
  };
  return {
    check,
    findings: { ...unnamed, ...foundOf(later, target), ...check.findings },
    retry: (name) => void retry(name),
  };
}

/** Loaded once there is a race to check. */
async function lockedBetsOf(race: VerifiedRace, signal: AbortSignal): Promise<Finding> {
  try {
    const { checkLockedBets } = await import("./check-locked-bets.ts");
    return await checkLockedBets(race, signal);
  } catch (error) {
    return { state: "unread", why: error instanceof Error ? error.message : String(error) };
  }
}

/** The same. */
const committedOf = async (race: VerifiedRace, checkHouse: CheckHouse | null): Promise<Finding> =>
  (await import("./check-commit.ts")).checkRaceCommit(race, checkHouse);

const foundOf = (later: Later, target: object): NamedFindings => (later.target === target ? later.found : {});

const withFinding = ({ target, found }: Later, name: CheckName, finding: Finding): Later => ({
  target,
  found: { ...found, [name]: finding },
});

const askNode =
  (url: string): AskNode =>
  (method, params) =>
    callNode(url, method, params);
