import { eq } from "drizzle-orm";
import { afterAll, afterEach } from "vitest";
import { type Lamports, lamports } from "../../src/domain/lamports.ts";
import { posting, userAccount } from "../../src/domain/ledger.ts";
import { post } from "../../src/server/foundation/books/ledger.ts";
import { isOpen, queuePayment, type NewPayment } from "../../src/server/foundation/books/payments.ts";
import { paymentAttempts, payments } from "../../src/server/foundation/db/schema/payments.ts";
import { sendPayments } from "../../src/server/features/payouts/send-payments.ts";
import { type Chain, ChainUnavailable } from "../../src/server/foundation/ports.ts";
import { forgetful, type Memory } from "./forgetful-node.ts";
import { masterPassword, openTestHouse } from "./house.ts";

const soundChain = {
  isDown: false,
  dropsSends: false,
  /** The last slot of the node that reports statuses, if that is a different node that is behind. */
  statusesEndAt: null as bigint | null,
  /** How many slots the node that gives blockhashes is behind. */
  blockhashLag: 0n,
  /** The number of the call that is not answered. */
  failAt: -1,
  /**
   * The minimum price of a compute unit in each recent block, in micro-lamports; null for what the chain itself
   * reports.
   */
  price: null as bigint | null,
  /** Compute units that the node reports for a simulation; null for the real number. */
  units: null as number | null,
};

/** Puts money on a player's balance at the house's cost. */
export const giftOf = (id: string, wallet: string, amount: Lamports) =>
  posting({
    reference: `gift:${id}`,
    kind: "difference explained",
    ledger: "real",
    entries: [
      ["equity", 0n - amount],
      [userAccount(wallet), amount],
    ],
  });

/**
 * A house whose payments go out over a chain that can be made to fail; checks after each test of the file that the
 * books are sound.
 */
export async function openPaying() {
  const faults = {
    ...soundChain,
    calls: 0,
    /** Wrong balances that the node reports. */
    lies: new Map<string, bigint>(),
    /** What happens between reading the balance of a wallet and reporting it. */
    late: new Map<string, () => Promise<void>>(),
  };
  /** Everything that was sent to the chain, in base64. */
  const sends: string[] = [];
  const memory: Memory = { firstSlot: 0n };
  const house = await openTestHouse({ wrap: (chain) => faulty(forgetful(chain, memory), faults, sends) });
  let count = 0;

  afterEach(async () => {
    Object.assign(faults, soundChain);
    Object.assign(memory, { firstSlot: 0n, claimedFirstSlot: undefined });
    faults.lies.clear();
    faults.late.clear();
    if (!house.vault.isUnlocked()) await house.vault.unlock(masterPassword, "system");
    await finish();
    await house.checkBooks();
    await house.checkSolvency();
  });
  afterAll(() => house.close());

  const step = () => sendPayments(house);

  /** Runs rounds until nothing is open. */
  async function finish() {
    for (let round = 0; round < 12; round += 1) {
      await step();
      await house.testChain.advanceSlots();
      await step();
      await house.watch();
      const open = await house.db.select({ id: payments.id }).from(payments).where(isOpen).limit(1);
      if (open.length === 0) return;
    }
  }

  const credit = (wallet: string, amount: Lamports) => {
    count += 1;
    return house.db.transaction((tx) => post(tx, giftOf(`${count}`, wallet, amount)));
  };

  return {
    house,
    faults,
    memory,
    sends,
    step,
    finish,
    /** Queues a payout of money that is first credited to the player. */
    queue: async (wallet: string, amount: Lamports, about: Partial<NewPayment> = {}): Promise<string> => {
      await credit(wallet, amount);
      const id = about.id ?? `payout-${count}`;
      await house.db.transaction((tx) =>
        queuePayment(tx, {
          kind: "payout",
          source: "hot",
          destination: wallet,
          lamports: amount,
          wallet,
          createdAt: new Date(house.clock.now()),
          ...about,
          id,
        }),
      );
      return id;
    },
    credit,
    newWallet: async () => (await house.testChain.newKeypair()).address,
    onChain: (address: string) => house.testChain.chain.balance(address),
    attemptsOf: (id: string) =>
      house.db.select().from(paymentAttempts).where(eq(paymentAttempts.paymentId, id)),
    paymentOf: async (id: string) => {
      const [payment] = await house.db.select().from(payments).where(eq(payments.id, id));
      return payment!;
    },
  };
}

type Faults = typeof soundChain & {
  calls: number;
  readonly lies: ReadonlyMap<string, bigint>;
  readonly late: ReadonlyMap<string, () => Promise<void>>;
};

function faulty(chain: Chain, faults: Faults, sends: string[]): Chain {
  const guard =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      faults.calls += 1;
      if (faults.isDown || faults.calls === faults.failAt) throw new ChainUnavailable("down");
      return call(...args);
    };
  return {
    genesisHash: guard(() => chain.genesisHash()),
    slot: guard(() => chain.slot()),
    newestSlot: guard(() => chain.newestSlot()),
    tip: guard(() => chain.tip()),
    latestBlockhash: guard(async () => {
      const latest = await chain.latestBlockhash();
      return { ...latest, slot: latest.slot - faults.blockhashLag };
    }),
    hasBlockhash: guard((blockhash) => chain.hasBlockhash(blockhash)),
    balance: guard(async (address) => {
      const balance = lamports(faults.lies.get(address) ?? (await chain.balance(address)));
      await faults.late.get(address)?.();
      return balance;
    }),
    balances: guard((addresses) => chain.balances(addresses)),
    fundedBy: guard((address) => chain.fundedBy(address)),
    signatureStatuses: guard(async (signatures, options) => {
      if (faults.statusesEndAt === null) return chain.signatureStatuses(signatures, options);
      if (faults.statusesEndAt < options.asOf) throw new ChainUnavailable("the node is behind");
      return signatures.map(() => null);
    }),
    firstAvailableBlock: guard(() => chain.firstAvailableBlock()),
    transaction: guard((signature) => chain.transaction(signature)),
    signaturesFor: guard((address, options) => chain.signaturesFor(address, options)),
    firstBlockFrom: guard((from) => chain.firstBlockFrom(from)),
    recentPriorityFees: guard(async (accounts) =>
      faults.price === null ? chain.recentPriorityFees(accounts) : [faults.price],
    ),
    simulatedUnits: guard(async (wire) => faults.units ?? chain.simulatedUnits(wire)),
    send: guard(async (wire) => {
      sends.push(Buffer.from(wire).toString("base64"));
      if (!faults.dropsSends) await chain.send(wire);
    }),
  };
}
