import type { Translation } from "../../words/words.ts";
import type { auditWords } from "./words.en.ts";

export const german: Translation<typeof auditWords> = {
  action: "Handlung",
  actor: "Wer",
  after: "Nachher",
  before: "Vorher",
  beforeAndAfter: "Vorher und nachher",
  detail: "Einzelheiten",
  entries: "Einträge",
  entry: "Eintrag {id}",
  export: "Als CSV speichern",
  failed: "Das Protokoll ließ sich nicht laden",
  field: "Feld",
  hash: "Hash",
  none: "Nichts gefunden.",
  number: "Nr.",
  previousHash: "Hash des Eintrags davor",
  reason: "Grund",
  shownCount: { one: "{count} Eintrag gezeigt", other: "{count} Einträge gezeigt" },
  subject: "Worum es geht",
  time: "Zeit",
  title: "Protokoll",
  value: "Wert",
};
