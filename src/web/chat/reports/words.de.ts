import type { Translation } from "../../words/words.ts";
import type { reportsWords } from "./words.en.ts";

export const german: Translation<typeof reportsWords> = {
  dismiss: "Abweisen",
  loadMore: "Mehr laden",
  newestFirst: "Neueste zuerst",
  noReportFound: "Keine Nachricht dieses Spielers wartet.",
  noReports: "Keine Nachricht wartet auf eine Entscheidung.",
  reportedBy: { one: "Von {count} Spieler gemeldet", other: "Von {count} Spielern gemeldet" },
  reportsFailed: "Die Meldungen lassen sich gerade nicht laden oder ändern.",
  writerSearch: "Name oder Wallet des Verfassers",
};
