import type { Difference } from "./compare-answers.ts";

interface KnownDifference {
  readonly title: RegExp;
  readonly path: RegExp;
  readonly why: string;
}

/** Where the embedded chain answers differently from the validator, and why it stays so. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    title: /^body: (60 kB|2 MB)$/,
    path: /^/,
    why: "The HTTP server before the chain limits a body, to 1 MB and with its own answer; a validator's limit is 50 kB.",
  },
  {
    title: /^(getHealth|getGenesisHash): too many parameters$/,
    path: /^\.error\.data$/,
    why: "A validator shows the parameters as Rust prints them.",
  },
  {
    title:
      /^(sendTransaction|getFeeForMessage): (no bytes|half of one|no base64|no base58|base64 taken.*|version 2|version 0 with .*|no message)$/,
    path: /^\.error\.message$/,
    why: "A validator adds at which byte its decoder stopped.",
  },
  {
    title:
      /^(send|simulate)Transaction: version 1 (with (a bit that means nothing|half a fee)|of (65 .*|(two|13) signers|80 bytes|one byte)|but its end)$/,
    path: /^\.error\.message$/,
    why: "A validator adds what its decoder met.",
  },
  {
    title: /^(send|simulate)Transaction: (one|version 1) and more$/,
    path: /^\.(error|result)/,
    why: "A validator passes over what follows a transaction; LiteSVM ends the process on bytes that it cannot read.",
  },
  {
    title: /^getAccountInfo: .*base64\+zstd$/,
    path: /^\.(error|result)$/,
    why: "Node.js compresses so from version 22 on, and no client asks for it unless told to.",
  },
  {
    title: /^getAccountInfo: (the rent sysvar|a slice|the system program)/,
    path: /\.(lamports|rentEpoch)$/,
    why: "LiteSVM holds its programs and sysvars with a balance of 1, and no rent epoch.",
  },
  {
    title: /^getAccountInfo: the rent sysvar as jsonParsed$/,
    path: /\.data$/,
    why: "Accounts of sysvars are not parsed.",
  },
  {
    title: /^getAccountInfo: the memo program$/,
    path: /\.(lamports|space)$/,
    why: "LiteSVM has a newer, smaller memo program.",
  },
  {
    title: /^(sendTransaction|simulateTransaction|getTransaction|getBlock|logsSubscribe): /,
    path: /\.(logs|logMessages|loadedAccountsDataSize|unitsConsumed|computeUnitsConsumed)(\[\d\])?$|\.(pre|post)Balances\[\d\]$/,
    why: "The newer memo program logs in two lines, uses fewer units, and is smaller.",
  },
  {
    title: /^sendTransaction: a memo that is no text$/,
    path: /\.err\.InstructionError\[1\]$|\.error\.message$/,
    why: "The newer memo program fails with another error.",
  },
  {
    title: /^sendTransaction: a program that is not there$/,
    path: /\.(err|message)$/,
    why: "LiteSVM has one error for programs that are missing and for those that are none.",
  },
  {
    title: /^(getTransaction|getBlock): /,
    path: /\.meta\.costUnits$/,
    why: "LiteSVM does not compute what a transaction counts against a block's limits.",
  },
];

export const isKnown = ({ title, path }: Difference): KnownDifference | undefined =>
  knownDifferences.find((known) => known.title.test(title) && known.path.test(path));
