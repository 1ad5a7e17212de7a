import { featureDocs } from "../openapi/docs.ts";

export const betsDocs = featureDocs({
  description:
    "A bet in three steps: prepare, sign and send, confirm. One live bet for each wallet and race.",
  operations: {
    prepareBet: {
      description:
        "Stores the terms of the bet and answers a transaction of which the player is fee payer and only signer: the exact amount to the house and a memo that names the bet. In testing mode the bet is placed at once and there is no transaction.",
      refuses: [
        "RACE_NOT_FOUND",
        "BETTING_CLOSED",
        "HORSE_NOT_IN_RACE",
        "BET_INPUT_MISSING",
        "INVALID_BET_AMOUNT",
        "BET_TOO_SMALL",
        "BET_TOO_LARGE",
        "ALREADY_BET",
        "BANNED",
        "PROFILE_REQUIRED",
        "MAINTENANCE",
        "NOT_READY",
        "CHAIN_UNAVAILABLE",
      ],
    },
    submitBet: {
      description:
        "The server checks that it is this bet's own transaction, signed by its player, and sends it. Wallets that send by themselves skip this call.",
      refuses: [
        "BET_NOT_FOUND",
        "BET_EXPIRED",
        "TRANSACTION_INVALID",
        "TRANSACTION_NOT_YOURS",
        "CHAIN_UNAVAILABLE",
      ],
    },
    confirmBet: {
      description:
        "Reads the payment from the chain and counts it, once ever. The bet is what was prepared: horse and amount sent here change nothing. PAYMENT_NOT_SEEN means: ask again in a moment; a payment that is never confirmed is found by the server itself.",
      refuses: [
        "BET_NOT_FOUND",
        "BET_CREDITED",
        "PAYMENT_NOT_SEEN",
        "PAYMENT_MISMATCH",
        "PAYMENT_FAILED",
        "SIGNATURE_USED",
        "CHAIN_UNAVAILABLE",
      ],
    },
  },
  fields: {
    betId: "Which bet.",
    horseId: "Which horse.",
    houseWallet: "Where the transaction pays to; null without one.",
    lastValidBlockHeight: "Block height from which the transaction can no longer land; null without one.",
    minAmount: "Accepted for older clients, without effect.",
    "sweepHouse.minAmount": "Deposit wallets that hold less are left alone.",
    placed: "Whether the bet is placed already, as in testing mode.",
    serializedTransaction: {
      description: "The transaction to sign, in base64; null when the bet is placed already.",
      example: "AQAAAAAAAAA=",
    },
    signedTransaction: { description: "The signed transaction, in base64.", example: "AQAAAAAAAAA=" },
    txSignature: "Signature of the payment; null in testing mode.",
  },
});
