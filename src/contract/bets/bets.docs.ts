import { featureDocs } from "../openapi/docs.ts";

export const betsDocs = featureDocs({
  description:
    "A bet takes three steps: prepare, sign and send, confirm. From the server balance it takes one: prepare. One live bet per wallet and race.",
  operations: {
    prepareBet: {
      description:
        "Stores the terms of the bet and returns a transaction of which the player is fee payer and only signer: the exact amount to the house and a memo that names the bet and commits to race, horse, amount and `salt`, which is revealed to nobody else before the race is over. With `from` balance the stake moves from the server balance and the bet is placed at once; only what is finalized on the chain can be staked. In testing mode the bet is also placed at once, and there is no transaction.",
      refuses: [
        "RACE_NOT_FOUND",
        "BETTING_CLOSED",
        "HORSE_NOT_IN_RACE",
        "BET_INPUT_MISSING",
        "INVALID_BET_AMOUNT",
        "BET_TOO_SMALL",
        "BET_TOO_LARGE",
        "ALREADY_BET",
        "NOTICE_REQUIRED",
        "COUNTRY_BLOCKED",
        "ON_BREAK",
        "STAKE_LIMIT_REACHED",
        "LOSS_LIMIT_REACHED",
        "BANNED",
        "PROFILE_REQUIRED",
        "MAINTENANCE",
        "INSUFFICIENT_BALANCE",
        "NOT_READY",
        "CHAIN_UNAVAILABLE",
      ],
    },
    submitBet: {
      description:
        "The server checks that it is this bet's own transaction, signed by its player, and sends it. Wallets that send transactions themselves skip this call.",
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
        "Reads the payment from the chain and counts it, exactly once. The bet is what was prepared: horse and amount sent here change nothing. PAYMENT_NOT_SEEN means: ask again in a moment; the server itself finds payments that are never confirmed.",
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
    prepareDeposit: {
      description:
        "A transaction of which the caller is fee payer and only signer: the exact amount to the house and a memo that says it is for the balance. Whatever reaches the house is credited, confirmed or not.",
      refuses: [
        "PROFILE_REQUIRED",
        "BANNED",
        "COUNTRY_BLOCKED",
        "ON_BREAK",
        "INVALID_AMOUNT",
        "DEPOSIT_TOO_SMALL",
        "NOT_READY",
        "CHAIN_UNAVAILABLE",
      ],
    },
    submitDeposit: {
      description:
        "The server checks that it is one payment of the caller's own into the balance, and sends it. Wallets that send transactions themselves skip this call.",
      refuses: ["TRANSACTION_INVALID", "TRANSACTION_NOT_YOURS", "CHAIN_UNAVAILABLE"],
    },
    confirmDeposit: {
      description:
        "Reads the payment from the chain and credits it, exactly once. It can be staked and withdrawn when it is finalized.",
      refuses: ["PAYMENT_NOT_SEEN", "PAYMENT_MISMATCH", "PAYMENT_FAILED", "CHAIN_UNAVAILABLE"],
    },
    getRepeat: { description: "With every bet that it placed, newest first." },
    startRepeat: {
      description:
        "The server bets in the open race if the caller has no bet there, then in each race to come: a chosen horse as soon as betting opens and the horse runs, the favourite once somebody has bet. A race in which the caller bets manually is skipped and not counted. It ends automatically when its races are done, when one more bet could exceed the loss, on maintenance, a ban, a break or one of the caller's own limits, when the balance is too low, and after a day. Winnings go to the wallet, as with any bet.",
      refuses: [
        "PROFILE_REQUIRED",
        "BANNED",
        "MAINTENANCE",
        "NOTICE_REQUIRED",
        "COUNTRY_BLOCKED",
        "ON_BREAK",
        "STAKE_LIMIT_REACHED",
        "LOSS_LIMIT_REACHED",
        "BET_INPUT_MISSING",
        "INVALID_BET_AMOUNT",
        "BET_TOO_SMALL",
        "BET_TOO_LARGE",
        "HORSE_NOT_FOUND",
        "INSUFFICIENT_BALANCE",
      ],
    },
    stopRepeat: { description: "Once it answers, no further bet is placed." },
  },
  fields: {
    "Repeat.amount": "The stake in each race.",
    "Repeat.bets": "The bets that it placed.",
    "Repeat.horse": "A horse's id, the number of the last bet, or the favourite at the time.",
    "Repeat.net": "Returns from settled races less the stakes in them.",
    "Repeat.races": "Races to bet in.",
    "startRepeat.amount": "The stake in each race.",
    "startRepeat.horse": "A horse's id, the number of the last bet, or the favourite at the time.",
    "startRepeat.races": "Races to bet in.",
    depositId: "Names the payment; its memo contains it.",
    endReason: "Why it ended; null while it runs.",
    endedAt: "When it ended; null while it runs.",
    from: "Where the stake comes from: the wallet (default) or the server balance.",
    openAmount: "Staked in races that are not settled.",
    placed_at: "When it was placed.",
    racesDone: "Races in which it has bet.",
    racesLeft: "Races in which it still has to bet.",
    repeat: "The repeat; null when there never was one.",
    startedAt: "When it began.",
    stopAtLoss: "The net loss, counted from the start, that none of its bets may exceed.",
    betId: "Which bet.",
    horseId: "Which horse.",
    houseWallet: "Where the transaction pays to; null without one.",
    lastValidBlockHeight: "Block height from which the transaction can no longer land; null without one.",
    minAmount: "Accepted for older clients, without effect.",
    "sweepHouse.minAmount": "Deposit wallets that hold less are left alone.",
    placed: "Whether the bet is already placed: from the balance, and in testing mode.",
    salt: "Opens the commitment in the memo of the transaction: SHA-256 of `bet:{race}:{horse number}:{lamports}:{salt}`.",
    serializedTransaction: {
      description: "The transaction to sign, in base64; null when the bet is already placed.",
      example: "AQAAAAAAAAA=",
    },
    signedTransaction: { description: "The signed transaction, in base64.", example: "AQAAAAAAAAA=" },
    txSignature: "Signature of the payment; null where there is none.",
  },
});
