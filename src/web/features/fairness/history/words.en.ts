import { words } from "../../../foundation/words/words.ts";

/** The page that checks all of history. */
export const historyWords = words("fairness/history", {
  title: "Check All of History",
  about:
    "Your browser reads everything that Furlong has published about its races, from the first one on, and recomputes all of it. You need not take anyone's word for anything, and need no wallet.",
  whatIsChecked: "What is checked",
  checkedSeeds: "Every seed is the next in its chain, none left out and none used twice.",
  checkedOutcome: "Winner, places and run of each race follow from seed, race and beacon.",
  checkedBets: "Every bet is as it was locked, and none was added later.",
  checkedMoney: "Fee, payouts and remainder to the lamport; each win paid once.",
  checkedRules:
    "Each race was run under the rules in force, and every change and refund of a race has its row.",
  checkedDays: "Each day's file has the hash that was published and names the day before.",
  backToFair: "How a race is decided",
  toStatistics: "Statistics in the open",
  checkThat: "The check",
  start: "Start the Check",
  goOn: "Continue",
  checkNew: "Check What Is New",
  tryAgain: "Try Again",
  pause: "Pause",
  startOver: "Start Over",
  download: "Download the Report",
  phaseFresh: "Not started yet",
  phaseLoading: "Looking for an earlier check",
  phaseRunning: "Reading and checking",
  phaseMemos: "Reading the chain",
  phasePausing: "Stopping",
  phasePaused: "Paused",
  phaseDone: "Done",
  phaseFailed: "Could not be read",
  races: "Races",
  records: "Records",
  days: "Days",
  perSecond: "Races per second",
  progress: "Records checked",
  ofPublished: "{done} of {count}",
  day: "Day {day}",
  nothingThere:
    "Nothing has been published yet. A race is published once it is settled and its result is on the chain.",
  holds: {
    one: "Everything holds: {count} race is as promised.",
    other: "Everything holds: all {count} races are as promised.",
  },
  holdsSoFar: {
    one: "Everything holds so far, {count} race.",
    other: "Everything holds so far, {count} races.",
  },
  faultsMany: { one: "{count} thing does not hold.", other: "{count} things do not hold." },
  lastDone: "Everything published up to {time}.",
  keptHere: "Kept in this browser: the next visit checks only what is new.",
  openWinnings: {
    one: "{count} win is on its way to its player.",
    other: "{count} wins are on their way to their players.",
  },
  openRefunds: {
    one: "The rule log's row for {count} refund is still to come.",
    other: "The rule log's rows for {count} refunds are still to come.",
  },
  countUnlogged: {
    one: "{count} race names no row of the rule log.",
    other: "{count} races name no row of the rule log.",
  },
  countUnlocked: {
    one: "{count} race was run without a lock of its bets on the chain.",
    other: "{count} races were run without a lock of their bets on the chain.",
  },
  countSealed: {
    one: "{count} race was sealed: the house could know its winner.",
    other: "{count} races were sealed: the house could know their winners.",
  },
  countUnended: {
    one: "For {count} race there is no memo with its result on the chain.",
    other: "For {count} races there is no memo with their results on the chain.",
  },
  countUnsigned: {
    one: "For {count} holding of a house wallet there is no signature.",
    other: "For {count} holdings of house wallets there is no signature.",
  },
  countHidden: {
    one: "{count} payout tells neither wallet nor transaction.",
    other: "{count} payouts tell neither wallet nor transaction.",
  },
  countKept: {
    one: "{count} win was kept on a balance in the game instead of being sent.",
    other: "{count} wins were kept on balances in the game instead of being sent.",
  },
  countFiles: {
    one: "{count} file of a day has no memo on the chain yet.",
    other: "{count} files of days have no memo on the chain yet.",
  },
  countUnowed: {
    one: "For {count} day with races it was not told what the house owed.",
    other: "For {count} days with races it was not told what the house owed.",
  },
  whyNotRead: "The server's record could not be read: {why}",
  whyNotChain: "The node could not be read: {why}",
  offline: "You are offline. The check continues when you are back.",
  faults: "What does not hold",
  faultsShown: "The first {count} are shown; the report has {kept}.",
  rule: "Rule {rule}",
  record: "Record {seq}",
  ofDay: "A day's file",
  ofLog: "The public log",
  expected: "Expected",
  found: "Published",
  verifyRace: "Check {race} on its own",
  chain: "The chain",
  chainAbout:
    "What was published can also be compared with Solana: commitments, locks, beacons, results and the hashes of the days. Your browser queries a node, four requests per second, and continues where it left off.",
  chainUnchecked:
    "Without it, this stays unchecked: that the commitments were on Solana before the bets, that the bets were locked before the beacon, and that this is the same history that others were shown.",
  nodeNone: "Do not ask a node",
  nodeSite: "The node named by this site",
  nodeSiteNone: "This site names no public node",
  nodeOwn: "A node of my choice",
  nodeUrl: "RPC URL of a node",
  badNode: "Please enter an address that begins with https://, or a node on this computer.",
  chainDone: {
    one: "{count} memo or block is as it was published.",
    other: "{count} memos and blocks are as they were published.",
  },
  chainUpTo: "Up to record {seq}",
  chainMissing: {
    one: "The node does not have {count} of them: too old for it, or never there.",
    other: "The node does not have {count} of them: too old for it, or never there.",
  },
  walkAnchors: {
    one: "{count} memo of the log’s notary: the log is the one that was anchored.",
    other: "{count} memos of the log’s notary: the log is the one that was anchored.",
  },
  walkAhead: "The newest entries are not anchored yet.",
  walkLost: {
    one: "{count} entry of an older log was anchored and cannot be shown any more: it was lost.",
    other: "{count} entries of an older log were anchored and cannot be shown any more: they were lost.",
  },
  walkHidden: {
    one: "The node does not show who wrote {count} memo that contradicts the log.",
    other: "The node does not show who wrote {count} memos that contradict the log.",
  },
  walkForeign: {
    one: "{count} memo looks like the notary’s and is not: somebody else paid for it, or it failed.",
    other: "{count} memos look like the notary’s and are not: somebody else paid for them, or they failed.",
  },
  noWorker: "This browser cannot check in the background. Please try a newer one.",
});
