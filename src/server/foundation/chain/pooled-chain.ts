import {
  type AddressSignature,
  type Chain,
  type ChainTransaction,
  ChainUnavailable,
  type RecentBlockhash,
  type SignatureStatus,
} from "../ports.ts";
import type { NamedNode, NodeAnswer, NodePool } from "./node-pool.ts";

/**
 * Several nodes as one chain (rule LIMITS-19). Anything that decides about money is believed only when two nodes say
 * so: what landed and what it did, that something did not land, how far the final chain is, how long a blockhash lives,
 * and the beacon. Transactions are sent to all nodes.
 */
export const pooledChain = (pool: NodePool, nodes: readonly Chain[]): Chain => ({
  historyNodes: () => nodes,
  genesisHash: () => pool.agreed((node) => node.genesisHash(), inCommon),
  slot: () =>
    pool.agreed(
      (node) => node.slot(),
      middle((slot) => slot, apart(pool)),
    ),
  newestSlot: () => pool.agreed((node) => node.newestSlot(), newestSeconded(apart(pool))),
  tip: () =>
    pool.agreed(
      (node) => node.tip(),
      (answers, isLast) => agreedTip(answers, { mostApart: apart(pool), isLast }),
    ),
  latestBlockhash: () => knownBlockhash(pool),
  hasBlockhash: (blockhash) => isKnown(pool, blockhash),
  // If it were too high, too much would be spent or money would seem to be missing; if too low, payments just wait.
  balance: (address) =>
    pool.agreed(
      (node) => node.balance(address),
      middle((lamports) => lamports, 0n),
    ),
  balances: (addresses) =>
    pool.agreed(
      (node) => node.balances(addresses),
      (answers) => agreedBalances(answers, apart(pool)),
    ),
  fundedBy: (address) =>
    pool
      .agreed(
        (node) => node.fundedBy(address),
        (answers, isLast) => {
          const slots = answers.flatMap(({ answer }) => (answer === null ? [] : [answer]));
          if (slots.length > 1) return { slot: least(slots) };
          return isLast || answers.length - slots.length > 1 ? { slot: null } : undefined;
        },
      )
      .then(({ slot }) => slot),
  signatureStatuses: (signatures, options) =>
    pool.agreed(
      (node) => node.signatureStatuses(signatures, options),
      (answers, isLast) => agreedStatuses(pool, { answers, signatures, isLast }),
    ),
  transaction: (signature) =>
    pool
      .agreed(
        (node) => node.transaction(signature),
        (answers, isLast) => agreedTransaction(pool, { answers, signature, isLast }),
      )
      .then(({ found }) => found),
  firstAvailableBlock: () => pool.first((node) => node.firstAvailableBlock()),
  signaturesFor: (address, options) =>
    pool.agreed(
      (node) => node.signaturesFor(address, options),
      (answers, isLast) => joinedHistory(pool, { answers, isLast, limit: options.limit }),
    ),
  recentPriorityFees: (accounts) => pool.first((node) => node.recentPriorityFees(accounts)),
  simulatedUnits: (wire) => pool.first((node) => node.simulatedUnits(wire)),
  send: (wire) => pool.fastest((node) => node.send(wire)),
  firstBlockFrom: (slot) =>
    pool
      .agreed(
        (node) => node.firstBlockFrom(slot),
        (answers, isLast) => {
          const block = inCommonBy<Awaited<ReturnType<Chain["firstBlockFrom"]>>>((first) =>
            first === null ? "" : `${first.slot} ${first.blockhash}`,
          )(answers);
          if (block === undefined) return isLast && isAtMostOne(answers) ? { block: null } : undefined;
          if (block !== null)
            contradictOthers(pool, answers, { agreed: block, about: `the block from ${slot}` });
          return { block };
        },
      )
      .then(({ block }) => block),
});

type Answers<Answer> = readonly NodeAnswer<Answer>[];

/** The answer that two nodes give. */
const inCommonBy =
  <Answer>(textOf: (answer: Answer) => string) =>
  (answers: Answers<Answer>): Answer | undefined =>
    answers.find(({ answer, by }) =>
      answers.some((other) => other.by !== by && textOf(other.answer) === textOf(answer)),
    )?.answer;

const inCommon = inCommonBy<string>(String);

type Balances = Awaited<ReturnType<Chain["balances"]>>;

/**
 * What two nodes say is held at slots that are near to each other; the slot is the lower one, which both have reached.
 */
function agreedBalances(answers: Answers<Balances>, mostApart: bigint): Balances | undefined {
  for (const [index, { answer: one }] of answers.entries()) {
    for (const { answer: other } of answers.slice(index + 1)) {
      if (one.lamports.join() !== other.lamports.join() || !areNear(one.slot, other.slot, mostApart))
        continue;
      return one.slot < other.slot ? one : other;
    }
  }
  return undefined;
}

/**
 * The lower of two figures, unless they are further apart than `mostApart` and a third node can be asked; of three, the
 * middle one, which a single node can move in neither direction.
 */
const middle =
  <Answer>(figureOf: (answer: Answer) => bigint, mostApart: bigint) =>
  (answers: Answers<Answer>, isLast: boolean): Answer | undefined => {
    const [one, other] = answers.map(({ answer }) => figureOf(answer));
    const mayBeWrong = answers.length === 2 && !areNear(one ?? 0n, other ?? 0n, mostApart);
    if (mayBeWrong && !isLast) return undefined;
    const ascending = answers
      .map(({ answer }) => answer)
      .toSorted((one, other) => Number(figureOf(one) - figureOf(other)));
    return ascending[Math.floor((ascending.length - 1) / 2)];
  };

/**
 * The highest slot that another node is near: the other is only a little behind, and a single one cannot name a slot
 * that is far ahead. Without such a pair the lower of what is left, once all were asked.
 */
const newestSeconded =
  (mostApart: bigint) =>
  (answers: Answers<bigint>, isLast: boolean): bigint | undefined => {
    const descending = answers.map(({ answer }) => answer).toSorted((one, other) => Number(other - one));
    const seconded = descending.find((slot, place) =>
      descending.slice(place + 1).some((other) => areNear(slot, other, mostApart)),
    );
    return seconded ?? (isLast ? descending.at(-1) : undefined);
  };

type Tip = Awaited<ReturnType<Chain["tip"]>>;

/**
 * Its height tells what has expired, and its slot up to which it is then proven that nothing landed (rule MONEY-11):
 * one without the other would prove something wrong, so a slot counts only where another node is near it.
 */
function agreedTip(
  answers: Answers<Tip>,
  { mostApart, isLast }: { readonly mostApart: bigint; readonly isLast: boolean },
): Tip | undefined {
  const seconded = answers.filter(({ by, answer: { slot } }) =>
    answers.some((other) => other.by !== by && areNear(other.answer.slot, slot, mostApart)),
  );
  return seconded.length < 2 ? undefined : middle<Tip>((tip) => tip.blockHeight, mostApart)(seconded, isLast);
}

const least = (slots: readonly bigint[]): bigint =>
  slots.reduce((lowest, slot) => (slot < lowest ? slot : lowest));

/** Two healthy nodes are never this far apart. */
const MAX_APART_MS = 25_600;
const apart = (pool: NodePool): bigint => pool.slotsIn(MAX_APART_MS);

/**
 * A blockhash on whose lifetime two nodes agree. Its slot is the earlier and its end the later of the two, so that
 * nothing signed with it counts as expired, or is searched for, too early (rule MONEY-11).
 */
function plausible(
  answers: Answers<RecentBlockhash>,
  mostApart: bigint,
): { readonly lifetime: RecentBlockhash; readonly by: NamedNode } | undefined {
  for (const [place, one] of answers.entries()) {
    for (const other of answers.slice(place + 1)) {
      if (!areNear(one.answer.lastValidBlockHeight, other.answer.lastValidBlockHeight, mostApart)) continue;
      if (!areNear(one.answer.slot, other.answer.slot, mostApart)) continue;
      // The older of the two: the other node knows it, too.
      const { answer, by } = one.answer.slot <= other.answer.slot ? one : other;
      const ends = [one.answer.lastValidBlockHeight, other.answer.lastValidBlockHeight];
      return { lifetime: { ...answer, lastValidBlockHeight: ends.reduce(larger) }, by };
    }
  }
  return undefined;
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const areNear = (one: bigint, other: bigint, mostApart: bigint): boolean =>
  one - other <= mostApart && other - one <= mostApart;

/** How many nodes may return a blockhash that the others do not know. */
const MAX_UNKNOWN = 2;

/** Whether two nodes say that a transaction with this blockhash can land. */
const isKnown = (pool: NodePool, blockhash: string): Promise<boolean> =>
  pool.agreed(
    (node) => node.hasBlockhash(blockhash),
    (answers, isLast) => inCommonBy<boolean>(String)(answers) ?? (isLast ? false : undefined),
  );

/** A blockhash that two nodes know: nothing would ever land with one that was made up. */
async function knownBlockhash(pool: NodePool): Promise<RecentBlockhash> {
  for (let round = 0; round < MAX_UNKNOWN; round += 1) {
    const { lifetime, by } = await pool.agreed(
      (node) => node.latestBlockhash(),
      (answers) => plausible(answers, apart(pool)),
    );
    if (await isKnown(pool, lifetime.blockhash)) return lifetime;
    pool.contradict(by, `the blockhash ${lifetime.blockhash}`);
  }
  throw new ChainUnavailable("no two nodes know a recent blockhash");
}

interface Told<Answer> {
  readonly answers: Answers<Answer>;
  /** Whether there is no other node left to ask. */
  readonly isLast: boolean;
}

/**
 * Statuses in order: what two nodes say has landed. Anything they disagree on is null, which gives nothing up: absence
 * needs a proof of its own (rule MONEY-11).
 */
function agreedStatuses(
  pool: NodePool,
  {
    answers,
    signatures,
    isLast,
  }: Told<readonly (SignatureStatus | null)[]> & { signatures: readonly string[] },
): readonly (SignatureStatus | null)[] | undefined {
  const statuses: (SignatureStatus | null)[] = [];
  for (const [place, signature] of signatures.entries()) {
    const statusAnswers = answers.map(({ by, answer }) => ({ by, answer: answer[place] ?? null }));
    const agreed = inCommonBy(landingOf)(statusAnswers);
    if (agreed === undefined && !isLast) return undefined;
    if (agreed)
      contradictOthers(pool, statusAnswers, {
        agreed,
        textOf: landingOf,
        about: `the status of ${signature}`,
      });
    statuses.push(agreed ?? null);
  }
  return statuses;
}

const landingOf = (status: SignatureStatus | null): string =>
  status === null ? "" : `${status.slot} ${status.error}`;

interface Agreement<Answer> {
  readonly agreed: Answer;
  readonly about: string;
  readonly textOf?: (answer: Answer | null) => string;
}

/**
 * Reports the nodes that found something different from what two others agree on; a node that found nothing may only be
 * behind.
 */
function contradictOthers<Answer>(
  pool: NodePool,
  answers: Answers<Answer | null>,
  { agreed, about, textOf = contentOf }: Agreement<Answer>,
): void {
  for (const { by, answer } of answers) {
    if (answer !== null && textOf(answer) !== textOf(agreed)) pool.contradict(by, about);
  }
}

/** Whether no two nodes found anything; what only one found is just not known yet. */
const isAtMostOne = (answers: Answers<unknown>): boolean =>
  answers.filter(({ answer }) => answer !== null).length < 2;

function agreedTransaction(
  pool: NodePool,
  { answers, signature, isLast }: Told<ChainTransaction | null> & { readonly signature: string },
): { readonly found: ChainTransaction | null } | undefined {
  const found = inCommonBy<ChainTransaction | null>(transactionText)(answers);
  if (found === undefined) return isLast && isAtMostOne(answers) ? { found: null } : undefined;
  if (found !== null) {
    contradictOthers(pool, answers, {
      agreed: found,
      textOf: transactionText,
      about: `the transaction ${signature}`,
    });
  }
  return { found };
}

const contentOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/** Everything except the time, which some nodes have forgotten. */
const transactionText = (transaction: ChainTransaction | null): string =>
  contentOf(transaction && { ...transaction, blockTime: null });

/**
 * Everything that any node lists, newest first, so that none can hide a payment. An entry that others omit although
 * they list older and newer ones was made up, unless two nodes list it.
 */
function joinedHistory(
  pool: NodePool,
  { answers, isLast, limit }: Told<readonly AddressSignature[]> & { readonly limit: number },
): readonly AddressSignature[] | undefined {
  const all = new Map<string, AddressSignature>();
  const doubtful = new Set<string>();
  for (const { answer } of answers) {
    for (const entry of answer) {
      all.set(entry.signature, entry);
      if (answers.some((other) => deniesEntry(other.answer, entry))) doubtful.add(entry.signature);
    }
  }
  if (doubtful.size > 0 && !isLast) return undefined;
  for (const signature of doubtful) {
    const listing = answers.filter(({ answer }) => answer.some((entry) => entry.signature === signature));
    // With two nodes, either may be the wrong one.
    if (listing.length > 1 || answers.length < 3) continue;
    all.delete(signature);
    for (const { by } of listing) pool.contradict(by, `a history with ${signature}`);
  }
  const page = shallowestPage(answers, limit);
  const floor = page.at(-1)?.slot ?? -1n;
  return [...all.values()]
    .filter(({ slot, signature }) => slot > floor || isListed(page, signature))
    .toSorted((one, other) => Number(other.slot - one.slot));
}

/**
 * Of the full pages, the one that goes back the least; none where all histories are at their end. What is behind it has
 * not been listed by that page yet: otherwise a node that omits payments would make the next page skip them.
 */
const shallowestPage = (
  answers: Answers<readonly AddressSignature[]>,
  limit: number,
): readonly AddressSignature[] =>
  answers
    .map(({ answer }) => answer)
    .filter(({ length }) => length >= limit)
    .toSorted((one, other) => Number((other.at(-1)?.slot ?? 0n) - (one.at(-1)?.slot ?? 0n)))[0] ?? [];

const isListed = (page: readonly AddressSignature[], signature: string): boolean =>
  page.some((entry) => entry.signature === signature);

/** Whether a history extends past an entry on both sides without listing it. */
const deniesEntry = (history: readonly AddressSignature[], { signature, slot }: AddressSignature): boolean =>
  !history.some((entry) => entry.signature === signature) &&
  history.some((entry) => entry.slot > slot) &&
  history.some((entry) => entry.slot < slot);
