import type { Logger } from "../log.ts";
import { type Chain, ChainUnavailable, type Clock, NoRoom } from "../ports.ts";
import { OtherNetwork } from "./node-of-network.ts";

/** One of several nodes named in the environment. */
export interface NamedNode {
  /** Its URL without anything that may be a key. */
  readonly name: string;
  readonly node: Chain;
}

/** Why a node is not asked first for a while. */
type Reason = "silent" | "of another network" | "behind" | "contradicted";

interface PooledNode extends NamedNode {
  /** Null while it is asked in its turn. */
  reason: Reason | null;
  /** The earliest time at which it stops being asked last, whatever it answers meanwhile. */
  asideUntilMs: number;
}

interface NodeState {
  readonly name: string;
  /** Null when it is not put aside. */
  readonly reason: Reason | null;
}

/** What one of the nodes answered. */
export interface NodeAnswer<Answer> {
  readonly by: NamedNode;
  readonly answer: Answer;
}

export interface NodePool {
  /** Answer of the first node that answers. */
  first<Answer>(ask: (node: Chain) => Promise<Answer>): Promise<Answer>;
  /**
   * What two nodes agree on: `agree` gets the answers so far, two at first, then one more for as long as it returns
   * undefined and there are nodes left; `isLast` tells it that there are none.
   *
   * @throws ChainUnavailable when fewer than two answer, or no two agree.
   */
  agreed<Answer, Agreed>(
    ask: (node: Chain) => Promise<Answer>,
    agree: (answers: readonly NodeAnswer<Answer>[], isLast: boolean) => Agreed | undefined,
  ): Promise<Agreed>;
  /** Asks all at once; resolves with the first that answers. */
  fastest<Answer>(ask: (node: Chain) => Promise<Answer>): Promise<Answer>;
  /**
   * Records that a node's answer is contradicted by others: it is asked last for a while, and the operator is notified.
   */
  contradict(node: NamedNode, about: string): void;
  /** How many slots take this long, as measured. */
  slotsIn(ms: number): bigint;
  /** Compares the nodes' slots: puts aside those that are behind, and takes back those that have caught up. */
  readonly compareSlots: () => Promise<void>;
  readonly states: () => readonly NodeState[];
}

/** How long a contradicted node is asked last; all other reasons end when the node is found to be fine. */
const CONTRADICTED_MS = 60_000;
/** A healthy node is never this far behind. */
const MAX_BEHIND_MS = 16_000;
/** Until it was measured. */
const USUAL_SLOT_MS = 200;
const [SHORTEST_SLOT_MS, LONGEST_SLOT_MS] = [50, 1_000];

/**
 * Several nodes of one network (rule LIMITS-19). They are asked in the order in which they are named, except that nodes
 * that did not answer, are of another network, are behind or were contradicted come last.
 */
export function nodePool(
  nodes: readonly NamedNode[],
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): NodePool {
  const pooled: readonly PooledNode[] = nodes.map((one) => ({ ...one, reason: null, asideUntilMs: 0 }));
  const inOrder = (): readonly PooledNode[] =>
    pooled.toSorted((one, other) => Number(one.reason !== null) - Number(other.reason !== null));

  let slotMs = USUAL_SLOT_MS;
  let measured: { readonly slot: bigint; readonly atMs: number } | null = null;
  const slotsIn = (ms: number) => BigInt(Math.ceil(ms / slotMs));

  /**
   * By the second newest slot, which no single node can put ahead. A cluster that stands still says nothing of how long
   * a slot is, nor does anything else that no cluster takes.
   */
  function measure(slots: readonly bigint[]) {
    const slot = slots.toSorted((one, other) => Number(other - one))[1];
    if (slot === undefined) return;
    const nowMs = clock.now();
    const each = measured === null ? 0 : (nowMs - measured.atMs) / Number(slot - measured.slot);
    if (each >= SHORTEST_SLOT_MS && each <= LONGEST_SLOT_MS) slotMs = each;
    measured = { slot, atMs: nowMs };
  }

  function putAside(one: PooledNode, reason: Reason, forMs = 0) {
    if (one.reason !== reason) log.warn({ node: one.name, reason }, "a chain node is put aside");
    one.reason = reason;
    one.asideUntilMs = clock.now() + forMs;
  }

  function takeBack(one: PooledNode) {
    if (one.reason === null || clock.now() < one.asideUntilMs) return;
    log.info({ node: one.name }, "a chain node is asked again");
    one.reason = null;
  }

  async function askOne<Answer>(one: PooledNode, ask: (node: Chain) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(one.node);
    } catch (error) {
      if (error instanceof OtherNetwork) putAside(one, "of another network");
      else if (error instanceof ChainUnavailable && !(error instanceof NoRoom) && one.reason === null)
        putAside(one, "silent");
      throw error;
    }
  }

  const settled = async <Answer>(asking: readonly PooledNode[], ask: (node: Chain) => Promise<Answer>) => {
    const answers: NodeAnswer<Answer>[] = [];
    let full: NoRoom | null = null;
    const results = await Promise.allSettled(asking.map((one) => askOne(one, ask)));
    for (const [place, result] of results.entries()) {
      const by = asking[place];
      if (by === undefined) continue;
      if (result.status === "fulfilled") answers.push({ by, answer: result.value });
      else if (result.reason instanceof NoRoom) full = result.reason;
      else if (!(result.reason instanceof ChainUnavailable)) throw result.reason;
    }
    if (answers.length === 0 && full !== null) throw full;
    return answers;
  };

  return {
    async first(ask) {
      let failure: unknown;
      for (const one of inOrder()) {
        try {
          return await askOne(one, ask);
        } catch (error) {
          if (!(error instanceof ChainUnavailable)) throw error;
          failure = error;
        }
      }
      throw failure;
    },

    async agreed(ask, agree) {
      const left = [...inOrder()];
      const answers = [...(await settled(left.splice(0, 2), ask))];
      for (;;) {
        const isLast = left.length === 0;
        const found = answers.length >= 2 ? agree(answers, isLast) : undefined;
        if (found !== undefined) return found;
        if (isLast) break;
        answers.push(...(await settled(left.splice(0, 1), ask)));
      }
      throw new ChainUnavailable(answers.length < 2 ? "fewer than two nodes answer" : "no two nodes agree");
    },

    async fastest(ask) {
      try {
        return await Promise.any(pooled.map((one) => askOne(one, ask)));
      } catch (error) {
        const [first] = error instanceof AggregateError ? error.errors : [error];
        throw first;
      }
    },

    contradict({ name }, about) {
      const one = pooled.find((standing) => standing.name === name);
      if (one === undefined) return;
      log.error({ node: name, about }, "a chain node says what two others contradict");
      putAside(one, "contradicted", CONTRADICTED_MS);
    },

    slotsIn,

    async compareSlots() {
      const answers = await settled(pooled, (node) => node.slot());
      const newest = answers.reduce((most, { answer }) => (answer > most ? answer : most), 0n);
      measure(answers.map(({ answer }) => answer));
      const isThere = (slot: bigint) => newest - slot <= slotsIn(MAX_BEHIND_MS);
      // A node far ahead of all others is more likely wrong than ahead.
      const isKnown = answers.filter(({ answer }) => isThere(answer)).length >= 2;
      for (const { by, answer } of answers) {
        const one = pooled.find(({ name }) => name === by.name);
        if (one === undefined) continue;
        if (isKnown && !isThere(answer)) {
          if (one.reason !== "contradicted") putAside(one, "behind");
        } else takeBack(one);
      }
    },

    states: () => pooled.map(({ name, reason }) => ({ name, reason })),
  };
}
