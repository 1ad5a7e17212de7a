import { featureDocs } from "../openapi/docs.ts";

export const betsDocs = featureDocs({
  description:
    "A bet takes three steps: prepare, sign and send, confirm. From the server balance it takes one: prepare. One live bet per wallet and race.",
  operations: {
    prepareBet:
      "Stores the terms of the bet and returns a transaction of which the player is fee payer and only signer: the exact amount to the house and a memo that commits to race, horse, amount and `salt`, which is revealed to nobody else before the race is over, and repeats `root`, the checkpoint that anchored the race. With `from` balance the stake moves from the server balance and the bet is placed at once; only what is finalized on the chain can be staked. In testing mode the bet is also placed at once, and there is no transaction.",
    describeBetAction:
      "For wallets and sites that show Solana Actions, version 2.4; `/actions.json` leads them here. Disabled while no bet can be placed.",
    prepareBetAction:
      "The wallet signs and sends the transaction itself, with a blockhash of its own if it likes. No answer depends on a ban, a break, a limit or a bet of the account: a payment that cannot become a bet is credited. The salt of the commitment is given to the account alone, by `getBetProof`.",
    submitBet:
      "The server checks that it is this bet's own transaction, signed by its player, and that it can land, and sends it once; submitted again, the answer is the signature that was sent. Wallets that send transactions themselves skip this call.",
    confirmBet:
      "Reads the payment from the chain and counts it, exactly once. The bet is what was prepared: horse and amount sent here change nothing. NOT_FINAL_YET means: ask again in a moment; the server itself finds payments that are never confirmed.",
    prepareDeposit:
      "A transaction of which the caller is fee payer and only signer: the exact amount to the house and a memo that says it is for the balance. Whatever reaches the house is credited, confirmed or not.",
    submitDeposit:
      "The server checks that it is the payment that was prepared for the caller, and that it can land, and sends it once; submitted again, the answer is the signature that was sent. Wallets that send transactions themselves skip this call.",
    confirmDeposit:
      "Reads the payment from the chain and credits it, exactly once. It can be staked and withdrawn when it is finalized.",
    getRepeat: "With every bet that it placed, newest first.",
    startRepeat:
      "The server bets in the open race if the caller has no bet there, then in each race to come: a chosen horse as soon as betting opens and the horse runs, the favourite once somebody has bet. A race in which the caller bets manually is skipped and not counted. It bets only in races whose terms are no worse than those of the race it was given under (`raceId`): when the house edge is higher, or the bounds of a bet or the testing mode have changed, it pauses. It ends automatically when its races are done, when one more bet could exceed the loss, on maintenance, a ban, a break or one of the caller's own limits, when the balance is too low, and after a day. Winnings go to the wallet, as with any bet.",
    resumeRepeat:
      "A pause ends only with this call: the terms of the race that it names are those agreed to from then on.",
    stopRepeat: "Once it answers, no further bet is placed.",
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
    edge: "House edge of the race, in percent.",
    edgeBefore: "House edge of the race whose terms were agreed to, in percent.",
    endReason: "Why it ended; null while it runs.",
    endedAt: "When it ended; null while it runs.",
    from: "Where the stake comes from: the wallet (default) or the server balance.",
    "prepareBet.version":
      "Version of the transaction: `legacy`, 0 (default) or 1. Ask for one that the wallet signs; the payment counts in whichever version it is made.",
    "prepareDeposit.version":
      "Version of the transaction: `legacy`, 0 (default) or 1. Ask for one that the wallet signs; the payment counts in whichever version it is made.",
    openAmount: "Staked in races that are not settled.",
    placed_at: "When it was placed.",
    pauseReason:
      "Why it places nothing: the house edge is higher, the bounds of a bet or the testing mode have changed, or the caller has to confirm large bets from the balance; null unless it is paused.",
    "Repeat.house_edge": "House edge of the race whose terms were agreed to, in percent.",
    "startRepeat.raceId": "The race whose terms the caller has seen; the newest one if absent.",
    "resumeRepeat.raceId": "The race whose terms are agreed to.",
    racesDone: "Races in which it has bet.",
    racesLeft: "Races in which it still has to bet.",
    repeat: "The repeat; null when there never was one.",
    startedAt: "When it began.",
    stopAtLoss: "The net loss, counted from the start, that none of its bets may exceed.",
    "describeBetAction.type": "Always `action`.",
    actions: "One for each form; each button of a wallet is one.",
    label: "Text of the button or of the field.",
    disabled: "Whether there is nothing to press now.",
    href: "Where the form is sent, with its fields in braces.",
    icon: "Address of the picture.",
    links: "What can be done; absent while nothing can.",
    max: "Largest value.",
    min: "Smallest value.",
    options: "What can be chosen.",
    parameters: "Fields of the form.",
    required: "Whether the field has to be filled.",
    value: "What is sent for it.",
    betId: "Which bet.",
    horseId: "Which horse.",
    houseWallet: "Where the transaction pays to; null without one.",
    lastValidBlockHeight: "Block height from which the transaction can no longer land; null without one.",
    minAmount: "Without effect: the bet is what was prepared.",
    "sweepHouse.minAmount": "Deposit wallets that hold less are left alone.",
    placed: "Whether the bet is already placed: from the balance, and in testing mode.",
    "prepareBet.commitment": "What the memo of the transaction commits to; null without a transaction.",
    root: {
      description:
        "Root of the checkpoint that anchored the race's `commit` entry, which the memo repeats; null without a transaction.",
      example: `${"A".repeat(43)}=`,
    },
    salt: "Opens the commitment in the memo of the transaction: SHA-256 of `bet:{race}:{horse number}:{lamports}:{salt}`.",
    serializedTransaction: {
      description: "The transaction to sign, in base64; null when the bet is already placed.",
      example: "AQAAAAAAAAA=",
    },
    signedTransaction: { description: "The signed transaction, in base64.", example: "AQAAAAAAAAA=" },
    txSignature: "Signature of the payment; null where there is none.",
  },
});
