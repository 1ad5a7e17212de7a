import { featureDocs } from "../openapi/docs.ts";

export const racesDocs = featureDocs({
  description: "Races: the open one, finished ones, proofs and replays; fairness, and races for admins.",
  operations: {
    getActiveRace: {
      description:
        "`yourBet` is the session's own. In the pause after a race `nextRaceAt` says when the next one comes, as `race-notification` did when the pause began. Poll it rarely: the socket's `race-update` brings every change.",
    },
    getRace: { description: "`yourBet` is the session's own.", refuses: ["RACE_NOT_FOUND"] },
    getRaceBets: {
      description:
        "The race itself lists only the latest. Amounts and horses are hidden shortly before the close.",
      refuses: ["RACE_NOT_FOUND"],
    },
    listRaces: { description: "Completed and refunded races." },
    takeBackBet: {
      description:
        "From `takeBackFrom` of the bet on, while its race is pending. Repeating the call changes nothing and answers the same.",
      refuses: ["BET_NOT_FOUND", "TAKE_BACK_NOT_DUE"],
    },
    verifyRace: {
      description:
        "All that is needed to compute the winner and to check every sum of the settlement. None of it is published before the race is over. For streamers who hide figures it holds only stake and payout.",
      refuses: ["RACE_NOT_FOUND", "SEED_NOT_REVEALED"],
    },
    getBetProof: {
      description:
        "From the close on, while the race is still running: leaf, place and path of the caller's bet in the tree over all bets, and what the lock memo says about the tree. So players can check their bets before anybody knows who wins.",
      refuses: ["RACE_NOT_FOUND"],
    },
    getReplay: {
      description:
        "Positions on the track are a pure function of these values and the time: a replay is identical.",
      refuses: ["RACE_NOT_FOUND", "RACE_NOT_STARTED"],
    },
    getRaceHistory: {
      description: "Bets of play money are marked `testing`. A search covers only the caller's own bets.",
    },
    getSeedChain: {
      description:
        "Each revealed seed hashes to the one before it; the end was published before the first race. `log` is null until the house's keys are unlocked for the first time; its files are as C2SP tlog-tiles says.",
    },
    listHorses: {
      description: "Those that run, by lane, then those in reserve and archived; each with its record.",
    },
    saveHorse: {
      description:
        "Returns the horse as stored. A new horse needs a name and a colour; of an existing one what is left out stays as it is. A horse that takes a lane swaps with the horse that has it. Lanes apply from the next race that is created.",
      refuses: ["HORSE_NOT_FOUND", "HORSE_COUNT", "HORSE_ARCHIVED"],
    },
    archiveHorse: {
      description:
        "An archived horse stays in the history and can have no lane. One that has a lane gives it to another first.",
      refuses: ["HORSE_NOT_FOUND", "HORSE_COUNT"],
    },
    deleteHorse: {
      description: "For good; one that was in a race, or is chosen for coming ones, can be archived.",
      refuses: ["HORSE_NOT_FOUND", "HORSE_COUNT", "HORSE_RAN"],
    },
    listAllRaces: { description: "One page of all races, including open ones." },
    getRaceDetails: { description: "Bets and totals of one race.", refuses: ["RACE_NOT_FOUND"] },
    refundBet: {
      description:
        "While the race takes bets, any bet. After its settlement a bet that lost, at the house's cost and with the wallet's confirmation; never one that won, and none between the close and the settlement.",
      refuses: [
        "BET_NOT_FOUND",
        "BET_REFUNDED",
        "RACE_REFUNDED",
        "RACE_DECIDED",
        "BET_LOCKED",
        "BET_WON",
        "REFUND_NOT_COVERED",
        "APPROVALS_FULL",
        "NO_SECOND_ADMIN",
      ],
    },
    previewRaceRefund: {
      description: "Computed like the refund itself; the sums change as soon as money moves.",
      refuses: ["RACE_NOT_FOUND", "RACE_REFUNDED", "RACE_DECIDED", "REFUND_TOO_LATE", "NOTHING_TO_REFUND"],
    },
    refundRace: {
      description:
        "All in one transaction; returns what is given back, for a race whose bets are not all final as soon as they are. Of a settled race, the stakes that lost go back at the house's cost, and its winners keep what they won.",
      refuses: [
        "RACE_NOT_FOUND",
        "RACE_REFUNDED",
        "RACE_DECIDED",
        "NOTHING_TO_REFUND",
        "REFUND_NOT_COVERED",
        "REFUND_TOO_LATE",
        "APPROVALS_FULL",
        "NO_SECOND_ADMIN",
      ],
    },
    listSpecialRaces: {
      description: "Of those that became a race or were cancelled, the 50 requested last.",
    },
    createSpecialRace: {
      description:
        "The jackpot leaves house equity at once. Above the limit it waits for another admin first, and the answer has the `approval`.",
      refuses: [
        "EQUITY_TOO_LOW",
        "SPECIAL_EVENTS_DISABLED",
        "SPECIAL_RACES_FULL",
        "APPROVALS_FULL",
        "NO_SECOND_ADMIN",
      ],
    },
    orderSpecialRaces: {
      description: "Refused when the queue has changed since the admin saw it.",
      refuses: ["SPECIAL_RACES_CHANGED"],
    },
    cancelSpecialRace: {
      description: "Until it is opened; afterwards the race itself can be refunded.",
      refuses: ["SPECIAL_RACE_NOT_FOUND", "SPECIAL_RACE_OPENED", "SPECIAL_RACE_CANCELLED"],
    },
  },
  fields: {
    archived: "Whether the horse is archived.",
    takeBackFrom:
      "From when the bet can be taken back if its race is still pending then; null when it is not yet known.",
    stakes: "What goes back to the players' balances.",
    "previewRaceRefund.equity": "What belongs to the house now; null for play money.",
    equityAfter: "What would belong to the house afterwards.",
    missing: "What house equity lacks to pay the lost stakes of a settled race; zero when it covers them.",
    "previewRaceRefund.bets":
      "How many bets go back, one for each player; of a settled race only those that lost and were not given back before.",
    "previewRaceRefund.jackpot":
      "What comes back to the house; zero for a settled race, whose winners have it.",
    bonus: "What a streak of four pays.",
    fund: "What the bonus fund holds.",
    isCovered: "Whether the fund can pay a bonus; otherwise it is refilling.",
    minimumBet: "Bets below it leave the streak as it is; null when there is no such bet.",
    superfecta: "The superfecta bonus as it stands.",
    anchor: "Signature of the memo that published the end of the chain; null until it is final.",
    anchors: "Signatures of the race's memos on the chain.",
    announcedSlot:
      "Four slots after the one where the lock memo landed; for a race without one, the slot that was announced when betting closed.",
    bet_id: "Which bet.",
    betsRoot:
      "Root of the Merkle tree of all bets as they were at the close, which the lock memo carries; null where there is none.",
    lock: "Memo with pool, number and root of all bets, sent at the close; null before, and where there is none.",
    lockedBets: "The bets as they were at the close; null where there is no lock memo.",
    path: {
      description: "The sibling hashes on the way from the leaf to the root, from the leaf up, concatenated.",
      example: "5a".repeat(64),
    },
    payment: "Signature of the payment for the bet; null for one from the balance.",
    proof: "The proof; null before the close, without a bet, and for a race without a lock memo.",
    "getBetProof.index": "Place of the bet's leaf, from 0.",
    "getBetProof.count": "All bets at the close.",
    "getBetProof.pool": "Lamports of all bets at the close.",
    wallet_hash: "SHA-256 of `wallet:{wallet}:{salt}`.",
    at: "When the snapshot was taken.",
    beacon: "The block whose hash completes the nonce; null before the close.",
    bet: "The bet.",
    betCount: "Live bets; null while amounts per horse are hidden.",
    bet_amount: "The stake; null while it is hidden, and for a streamer who hides figures.",
    bet_count: "Live bets of the race.",
    bets: "The bets.",
    bettingOpensAt: "When the commitment was final on the chain; no bet is accepted before. Null until then.",
    blockhash: {
      description: "Hash of the beacon's block; null until it is known.",
      example: "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn",
    },
    bonus_award: "The caller's superfecta bonus, otherwise the first; null for none.",
    bonus_awards: "All superfecta bonuses of the race; a streamer who hides figures is not named.",
    chain: "The seed chain in use; null before the first race.",
    color: { description: "Colour of the silks.", example: "#D7263D" },
    commit: "Memo with seed hash, nonce and settings hash, sent before betting.",
    completed_at: "When it was over; null until then.",
    payout_seconds: {
      description:
        "Seconds from the finish until the last payout to a wallet was final, by the server's clock; null before, and where nothing was paid out.",
      example: 0.84,
    },
    checkpoint: {
      description: "The newest checkpoint, a signed note; null before the first.",
      example:
        "localhost/log/3b1f6c0a9d2e4857\n70\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— localhost/log/3b1f6c0a9d2e4857 …\n",
    },
    consumed: "Seeds used so far.",
    countdownEndsAt: "When betting closes; late bets move it.",
    countdownSeconds: "Length of the countdown.",
    description: {
      description: "A sentence about it.",
      example: "Quiet in the paddock, relentless when the lights come on.",
    },
    durationMs: "From the start to the finish, in milliseconds.",
    earlier: "Seed chains that were used up before.",
    "race-countdown.endsAt": "When the countdown ends.",
    entropy: "What decides: the beacon as well, or only the sealed nonce.",
    everybodyOnOneHorse: "All bets are on one horse: its backers would share the net pool among themselves.",
    fee: "The house's share, rounded down.",
    horse: "The horse.",
    horseIds: "The runners in the order of their numbers.",
    bet_signature:
      "Signature of the payment for the bet; null for play money and for a bet from the balance.",
    "getRaceHistory.search": {
      description: "Part of a race's id or number, or of a horse's name.",
      example: "runner",
    },
    horse_color: { description: "Colour of the horse's silks.", example: "#D7263D" },
    horse_id: "The horse; null while it is hidden.",
    horse_name: { description: "The horse's name.", example: "Thunder Bolt" },
    "PublicBet.horse_name": "The horse's name; null while it is hidden.",
    horse_number: "Its number in the race, 1 to 6.",
    horses: "The runners in the order of their numbers.",
    houseEdge: "The house's share of the pool, in percent.",
    houseEdgeBps: "The house's share of the pool, in hundredths of a percent.",
    house_edge: "The house's share of the pool, in percent.",
    id: "Identifier, unique within its kind.",
    index: "Place of the seed in its chain.",
    isJackpotRace: "Whether the house adds a jackpot.",
    isSpecial: "Whether an admin asked for this race.",
    isWinner: "Whether this horse won.",
    jackpot: "What the house adds to the pool.",
    jackpotAmount: "SOL that the house adds to the pool.",
    jackpot_amount: "SOL that the house adds to the pool.",
    kind: { description: "Which of its kind.", example: "deposit" },
    lamports: "Amount in lamports.",
    length: "How many seeds the chain has.",
    log: "The public log that is open.",
    maxBet: "Largest bet.",
    max_bet: "Largest bet in this race.",
    minBet: "Smallest bet.",
    minBets: "Distinct players who start the countdown.",
    min_bet: "Smallest bet in this race.",
    min_bets: "Distinct players who start the countdown.",
    motionSeed: {
      description: "Shapes the motion on the track; says nothing about who wins. Null before the start.",
      example: "00112233445566778899aabbccddeeff",
    },
    name: { description: "Its name.", example: "Thunder Bolt" },
    net: "Pool − fee + jackpot: what the winners share.",
    netPool: "What the winners share: stakes less the fee, plus the jackpot.",
    nextRaceAt:
      "When the pause after the last race is over and the next one is created; null while a race is open and before the first. The commitment of that race then takes a moment, and the time may have passed.",
    nextRaceIn: "Seconds until the next race; null when it is not known.",
    notary: "The key that signs the log's checkpoints.",
    number: "Number in the race, 1 to 6.",
    odds: "Decimal odds net of the edge; provisional until the close, null with no bets.",
    origin: {
      description: "The log's name, and its address without the scheme.",
      example: "localhost/log/3b1f6c0a9d2e4857",
    },
    outcome_entropy: "What decides: the beacon as well, or only the sealed nonce.",
    payout_amount: "What was paid on the bet; null until the race is settled.",
    "PublicBet.payout_amount":
      "What was paid on the bet; null until the race is settled, and for a streamer who hides figures.",
    payoutPerWinningStake: "SOL paid for each SOL on the winner; null when the stakes went back.",
    pick_rate: "Percent of all bets that were on this horse.",
    places: "Horse numbers in finishing order; null until they are revealed.",
    playersNeeded: "How many more players are needed to start the countdown.",
    pool: "Sum of the live stakes.",
    race: "The race.",
    raceId: "Which race.",
    raceType: "Kind of race.",
    race_id: "Which race.",
    race_type: "Kind of race.",
    races: "Races.",
    "RaceHorse.races": "Races run.",
    "Horse.races": "Races run.",
    refund_reason: "Why the stakes went back; null when they did not.",
    "AdminRace.refund_reason": {
      description: "Why the stakes went back, in the admin's words; null when they did not.",
      example: "Asked for by the stewards",
    },
    refunded: "Lamports given back after the race was paid: the stake, or zero.",
    refundedAt: "When a race that was paid was refunded as a whole; null when it was not.",
    refundedAmount: "SOL given back.",
    refundedBets: "Bets given back.",
    remainder: "What rounding the payouts down leaves; it goes to the bonus fund.",
    payout_signature:
      "Signature of the payment to the player's wallet; null where there was none, or while it is not sent.",
    result: "How the bet ended; null until then.",
    "Race.result": "Memo with the result, sent after the race; null until then.",
    "VerifiedRace.result": "Memo with the result, sent after the race; null until then.",
    lane: {
      description:
        "Lane of the horse in races that are created from now on, 1 to 6; null in reserve; unchanged when left out.",
      example: 3,
    },
    "getBetProof.salt": "Opens the bet's leaf in the tree of bets.",
    "RaceSettlement.salt":
      "Opens the commitment in the memo of the bet's payment; null where there is none, and for a player who hides figures.",
    seconds: "Seconds left.",
    seed_chain: "The seed's place in the published chain.",
    selected_horse: "Lane from 0.",
    serverNow: "The server's time, for clocks that differ.",
    server_seed: "The secret of the race; null until it is over.",
    server_seed_hash: "SHA-256 of the server seed, published before the first bet.",
    settings:
      "The settings frozen into the race. Their hash is SHA-256 of this object as JSON without spaces, its keys in alphabetical order.",
    settings_hash: "SHA-256 of the settings frozen into the race.",
    settlement: "The books of the race; null between the finish and the settlement.",
    slot: "Slot of the beacon's block; null until it is known.",
    requestedAt: "When it was requested.",
    requestedBy: "The admin who requested it.",
    specialRace: "The requested race; null while it waits for another admin.",
    "cancelSpecialRace.specialRace": "The requested race.",
    past: "Those that became a race or were cancelled.",
    "listSpecialRaces.status": "Status of the race that it became; null for one that was cancelled.",
    "listSpecialRaces.raceId": "The race it became; null for one that was cancelled.",
    cancelledAt: "When it was cancelled; null for one that became a race.",
    cancelledBy: "The admin who cancelled it; null for one that became a race.",
    specialRaces: "Those that wait, in order.",
    "SpecialRace.raceId": "The race it became; null while it waits.",
    "orderSpecialRaces.ids": "All that wait, in the order in which they are to run.",
    stake: "Lamports of the bet.",
    startsAt: "The moment from which positions are computed; null before it is known.",
    testing: "Whether it is play money.",
    tip: "End of the seed chain, published first.",
    totalBetAmount: "Stakes on this horse; null while they are hidden.",
    totalPool: "Sum of the live stakes; never hidden.",
    total_pool: "Sum of the live stakes.",
    verifier_key: {
      description: "The notary's key, as tools for signed notes take it.",
      example: "localhost/log/3b1f6c0a9d2e4857+1a2b3c4d+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    },
    win_rate: "Percent of its races that the horse won.",
    winningHorse: "The winner; null until then.",
    winning_horse: "The winner; null until then, and for a race that was refunded.",
    winning_horse_id: "The winner; null until then.",
    wins: "Races won.",
    yourBet: "The session's own bet in this race; null without one.",
  },
});
