import { generateKeyPairSync, randomBytes } from "node:crypto";
import { type SignatureBytes, getBase58Decoder, getTransactionEncoder } from "@solana/kit";
import { lamports } from "../../src/domain/lamports.ts";
import { openLocalChain } from "../../src/localnet/chain/open-local-chain.ts";
import { handleRpc } from "../../src/localnet/rpc/handle-rpc.ts";
import { systemClock as clock } from "../../src/server/adapters/clock.ts";
import { textTransport } from "../../src/server/adapters/rpc-transport.ts";
import { solanaChain } from "../../src/server/adapters/solana-chain.ts";
import { composeTransaction } from "../../src/server/foundation/chain/compose-transaction.ts";
import { addressOf, signWith } from "../../src/server/features/house-wallets/wallet-key.ts";
import { memoryChainStore } from "../../tests/support/memory-chain-store.ts";

const base58 = getBase58Decoder();
const encoder = getTransactionEncoder();
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const AT_ONCE = 50;
const SLOT_MS = 400;

/**
 * Pays this many wallets on an embedded chain that stores nothing, through its JSON-RPC as the product does: composed,
 * signed and sent one after the other, then followed by their statuses until all are final. Returns the milliseconds
 * until all have landed and until all are final, and of this process's CPU time.
 */
export async function payOnBareChain(
  count: number,
): Promise<{ readonly finalMs: number; readonly cpuMs: number }> {
  const stopping = new AbortController();
  const local = await openLocalChain({
    store: memoryChainStore(),
    clock,
    slotMs: SLOT_MS,
    signal: stopping.signal,
  });
  const chain = solanaChain({ transport: textTransport((body) => handleRpc(local, body)), log });
  const { privateKey } = generateKeyPairSync("ed25519");
  const source = addressOf(privateKey);
  await local.airdrop(source, 1_000_000_000n * BigInt(count));
  await clock.sleep(2 * SLOT_MS);
  const destinations = Array.from({ length: count }, () => base58.decode(randomBytes(32)));

  const beganMs = performance.now();
  const beganCpu = process.cpuUsage();
  let open: string[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const lifetime = await chain.latestBlockhash();
    for (const [index, destination] of destinations.slice(from, from + AT_ONCE).entries()) {
      const amount = lamports(20_000_000n + BigInt(from + index));
      const compiled = composeTransaction({
        source,
        transfer: { destination, lamports: amount },
        memo: `furlong:1:payment id=payout-bench-${from + index}`,
        lifetime,
        bid: null,
      });
      const signed = signWith(privateKey, new Uint8Array(compiled.messageBytes));
      const signatures = { [source]: signed as SignatureBytes };
      await chain.send(new Uint8Array(encoder.encode({ ...compiled, signatures })));
      open.push(base58.decode(signed));
    }
    await clock.sleep(0);
  }
  while (open.length > 0) {
    const statuses = await chain.signatureStatuses(open, { asOf: 0n });
    open = open.filter((_, index) => statuses[index] === null);
    await clock.sleep(SLOT_MS / 4);
  }
  const finalMs = performance.now() - beganMs;
  const { user, system } = process.cpuUsage(beganCpu);
  stopping.abort();
  return { finalMs, cpuMs: (user + system) / 1000 };
}
