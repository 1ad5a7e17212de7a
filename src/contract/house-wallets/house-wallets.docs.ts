import { featureDocs } from "../openapi/docs.ts";

export const houseWalletsDocs = featureDocs({
  description:
    "The house's own wallets. Calls with access `house` require the master password in the body or in a header, never in the URL.",
  operations: {
    getHouseOverview: { description: "For the admin panel." },
    listHouseTransactions: {
      description:
        "Deposits by the time they were seen, payments by the time they were requested. A deposit's signature is looked for whole; a payment's, by its beginning.",
    },
    getWithdrawalQueue: { description: "Withdrawals that are queued, sent, or not known to have landed." },
    initializeHouse: {
      description: "The password cannot be recovered.",
      refuses: ["HOUSE_INITIALIZED", "MASTER_PASSWORD_WEAK", "PASSWORDS_DIFFER"],
    },
    unlockHouse: {
      description: "Wrong passwords are counted and slowed down.",
      refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    },
    lockHouse: {
      description: "Open races continue; their payouts wait.",
    },
    changeMasterPassword: {
      description: "An instance that starts with the old password in its environment starts locked.",
      refuses: ["MASTER_PASSWORD_WEAK", "PASSWORDS_DIFFER", "MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    },
    addPrivateKeys: {
      description:
        "All of the batch or none of it. The keys never leave the server. New bets are spread over the active deposit wallets.",
      refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    },
    retireHouseWallet: {
      description: "A wallet that is already retired stays so.",
      refuses: [
        "MASTER_PASSWORD_WRONG",
        "HOUSE_NOT_INITIALIZED",
        "HOUSE_WALLET_NOT_FOUND",
        "LAST_HOUSE_WALLET",
      ],
    },
    exportHouseWallets: {
      description:
        "The file opens with just the master password; `POST /house-wallet/restore` brings the wallets into a new installation.",
      refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    },
    restoreHouseWallets: {
      description:
        "The file opens with the master password that it was made under. What the wallets hold becomes house equity; their history up to then belongs to the old installation and is not counted. All or nothing. The house is unlocked afterwards. May take minutes, since each wallet is looked up on the chain.",
      refuses: [
        "HOUSE_INITIALIZED",
        "HOUSE_HAS_BOOKS",
        "EXPORT_OF_OTHER_NETWORK",
        "EXPORT_KEY_DAMAGED",
        "MASTER_PASSWORD_WRONG",
        "WALLETS_STILL_MOVE",
      ],
    },
    sweepHouse: {
      description: "Returns the queued transactions.",
      refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    },
    refillHotWallet: {
      description: "Returns the queued transaction. One at a time, from a single treasury wallet.",
      refuses: [
        "TREASURY_TOO_LOW",
        "TRANSFER_UNDER_WAY",
        "MASTER_PASSWORD_WRONG",
        "HOUSE_NOT_INITIALIZED",
        "PAYMENTS_HALTED",
      ],
    },
    processWithdrawals: {
      description: "Never pays twice. Memos that failed for good are retried.",
      refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED", "PAYMENTS_HALTED"],
    },
    transferManually: {
      description: "Returns the queued transaction.",
      refuses: [
        "TRANSFER_INPUT_MISSING",
        "TRANSFER_TO_HOUSE",
        "TRANSFER_UNDER_WAY",
        "TRANSFER_REPEATED",
        "MASTER_PASSWORD_WRONG",
        "EQUITY_TOO_LOW",
        "PAYMENTS_HALTED",
        "APPROVALS_FULL",
        "NO_SECOND_ADMIN",
      ],
    },
    getHouseWalletDetails: {
      description: "The password comes in the header `x-master-password`.",
      refuses: ["MASTER_PASSWORD_IN_URL", "MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    },
  },
  fields: {
    "getWithdrawalQueue.waiting": "The whole queue, whatever the page.",
    "getWithdrawalQueue.waiting.count": "How many withdrawals wait.",
    added: "How many wallets were created.",
    argon2: "Cost of the key derivation.",
    balanceMatch: "Whether the books and the chain agree.",
    balances: "By kind of wallet.",
    batchSize: "Maximum number in one call.",
    confirmPassword: { description: "The same again.", example: "correct horse battery STAPLE 1!" },
    createdAt: "When it was made.",
    dbBalance: "What the books say.",
    "restoreHouseWallets.equity": "What the wallets hold together.",
    export: "To be stored as a file, unchanged.",
    "restoreHouseWallets.export": "The file, as it was exported.",
    exportedAt: "When it was made.",
    fileName: { description: "A name for it.", example: "furlong-house-wallets-2026-11-23.json" },
    kdf: "How the password becomes a key.",
    memoryKiB: "Memory used, in KiB.",
    parallelism: "Number of threads.",
    salt: { description: "Salt of the key derivation, base64.", example: "q83vEjRWeJCrze8SNFZ4kA==" },
    sealedKey: {
      description:
        "The private key under the data key, AES-256-GCM bound to the address: nonce, ciphertext and tag in base64.",
      example: "q83vEjRWeJCrze8S".repeat(5),
    },
    timeCost: "Passes over the memory.",
    vault: "How the data key is wrapped by the master password.",
    wrappedKey: {
      description: "The data key under the password's key, AES-256-GCM: nonce, ciphertext and tag in base64.",
      example: "q83vEjRWeJCrze8S".repeat(5),
    },
    error: { description: "Why the chain was not read; null otherwise.", example: "The node did not answer" },
    from_address: "Sending wallet; null before it is chosen.",
    haltedSince: "When payments were halted; null while they are not.",
    initialized: "Whether there are house wallets.",
    isActive: "Whether new bets may go to it.",
    locked: "Whether the keys are sealed.",
    newPassword: { description: "The new master password.", example: "correct horse battery STAPLE 2!" },
    changed: "Whether it was changed.",
    masterPassword: { description: "The master password.", example: "correct horse battery STAPLE 1!" },
    onChainBalance: "What the chain says; null when it did not answer.",
    playerWallet: {
      description: "Who receives it.",
      example: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
    },
    privateKeyBase58: "Always null: no key leaves the server.",
    processed: "How many withdrawals took a step.",
    recentTransactions: "Newest first.",
    swept: "How many wallets were swept.",
    totalAmount: "Sum of the amounts.",
    total_balance: "Sum of the balances.",
    total_received: "All that came in.",
    total_sent: "All that went out.",
    transaction: "The transaction.",
    transaction_type: "What it is for.",
    transactions: "The transactions.",
    wallet_count: "How many there are.",
    wallet_type: "Kind of wallet.",
    wallets: "The wallets.",
    withdrawals: "The withdrawals.",
    "x-master-password": { description: "The master password.", example: "correct horse battery STAPLE 1!" },
  },
});
