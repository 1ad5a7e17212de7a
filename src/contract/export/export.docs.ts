import { featureDocs } from "../openapi/docs.ts";

export const exportDocs = featureDocs({
  description:
    "The whole public history as a log that never changes: a record for each race, payout and reversal, in files by day whose hashes are on the chain. `docs/fairness.md` describes every record.",
  operations: {
    getExport:
      "A day's file stays at `/api/export/{sha256}.ndjson` for good. Records that are not in a file yet are read with `listExportRecords`, from `next` on.",
    listExportRecords:
      "A page holds fewer records than `limit` where they are long: continue at `nextCursor`. Records that are in files can be read as well. `/api/export/schema.json` describes each line.",
  },
  fields: {
    "getExport.anchor": "Signature of the memo that names the file's hash; null until it is final.",
    bytes: "Size of the file, uncompressed.",
    days: "One file for each day that has records, oldest first.",
    next: { description: "Number of the first record that is not in a file yet.", example: 1201 },
    records: "Lines, as they are in a file.",
    "getExport.records": "Lines of the file after its header.",
    sha256: {
      description: "SHA-256 of the file, uncompressed.",
      example: "5a".repeat(32),
    },
    "listExportRecords.cursor": {
      description: "Number of the first record; defaults to the first that is not in a file yet.",
      example: 1201,
    },
    "listExportRecords.nextCursor": {
      description: "Number of the next page's first record; null on the last page.",
      example: "1301",
    },
    "ExportHeader.furlong": "What the file is.",
    "ExportHeader.version": "Version of the record format.",
    "ExportHeader.network": "Network that the data belonged to when the file was sealed.",
    "ExportHeader.previous": "SHA-256 of the previous file; null for the first.",
    "ExportHeader.first": "Number of the first record.",
    "ExportHeader.records": "How many records follow.",
    "ExportRecord.seq": "Number of the record, from 1, without gaps.",
    "ExportRecord.at": "When it was recorded.",
    "ExportRecord.kind": "What is recorded.",
    "ExportRecord.network": "Network on which the end of the chain is anchored.",
    "ExportRecord.anchor": "Signature of the memo on the chain.",
    "ExportRecord.bet": "The bet that won.",
    "ExportRecord.payment": "Names the payment.",
    "ExportRecord.signature":
      "Signature of the transaction or over the memo; null where there is none, and for a player who hides figures.",
    "ExportRecord.wallet": "The player's wallet; null for a player who hides figures.",
    "ExportRecord.outcome": {
      description:
        "Final on the chain, on the player's balance, or the house's because the bet was refunded.",
      example: "paid",
    },
    "ExportRecord.scope": { description: "Whether the whole race was refunded or one bet.", example: "bet" },
    "ExportRecord.bets": "The bets that were given back.",
    "ExportRecord.rule": "Row of the rule log that records it; null where the log with it has ended since.",
    "ExportRecord.row": "Row of the rule log.",
    "ExportRecord.entry": "Text of the row.",
    "ExportRecord.hash": "SHA-256 of the previous hash, a line feed, and the entry.",
    "ExportRecord.taken_at": "When the sums were taken.",
    "ExportRecord.root": "Root of the tree over all that the house owes.",
    "ExportRecord.total": "Lamports that the house owes.",
    "ExportRecord.count": "Number of leaves.",
    "ExportRecord.slot": "Slot of the holdings.",
    "ExportRecord.holdings": "What each of the house's wallets held.",
    "ExportRecord.ledger": "Real money or play money.",
    "ExportRecord.records": "Lines of the file after its header.",
    "ExportedRace.number": "Number of the race, from 1, without gaps.",
    "ExportedRace.is_special": "Whether an admin asked for this race.",
    "ExportedRace.ledger": "Real money or play money.",
    "ExportedRace.base_nonce": "n, as it was shown before the race.",
    "ExportedRace.times": "When each step happened; null where it did not.",
    "ExportedRace.created": "When it was created.",
    "ExportedRace.opened": "When it began to take bets.",
    "ExportedRace.closes": "When betting was to close.",
    "ExportedRace.salt":
      "Opens the commitment in the memo of the payment; null for a player who hides figures.",
    "ExportedRace.locked": "When betting closed.",
    "ExportedRace.starts": "When the horses started.",
    "ExportedRace.revealed": "When the outcome was revealed.",
    "ExportedRace.completed": "When it was over.",
    "ExportedRace.settled": "When its money was moved.",
    "ExportedRace.refunded":
      "When it was refunded; for a bet, zero: what is given back afterwards has its own records.",
    "ExportedRace.motion_seed": "Shapes the motion on the track; null for a race that was not run.",
    "ExportedRace.placed_at": "When it became a bet.",
  },
});
