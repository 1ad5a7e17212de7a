import type { Connection, PublicKey } from "@solana/web3.js";

/** Network fees of all transactions in which any of these accounts took part, in lamports. */
export async function feesOf(connection: Connection, accounts: readonly PublicKey[]): Promise<bigint> {
  const histories = await Promise.all(
    accounts.map((account) => connection.getSignaturesForAddress(account, { limit: 1_000 }, "finalized")),
  );
  const signatures = new Set(histories.flat().map(({ signature }) => signature));
  let total = 0n;
  for (const signature of signatures) {
    const transaction = await connection.getTransaction(signature, {
      commitment: "finalized",
      maxSupportedTransactionVersion: 1,
    });
    const isOurs = transaction?.transaction.message.staticAccountKeys[0];
    // The fee of an airdrop is paid by the faucet.
    if (isOurs && accounts.some((account) => account.equals(isOurs)))
      total += BigInt(transaction.meta?.fee ?? 0);
  }
  return total;
}
