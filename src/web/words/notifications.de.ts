import type { Translations } from "./words.ts";

/** Notifications by kind. */
export const notifications: Translations["notifications"] = {
  race_won: {
    title: "Du hast gewonnen",
    body: "Dein Pferd hat Rennen {raceId} gewonnen: {amount} SOL sind auf dem Weg zu deiner Wallet.",
  },
  race_won_in_play_money: {
    title: "Du hast gewonnen",
    body: "Dein Pferd hat Rennen {raceId} gewonnen: {amount} SOL Spielgeld sind auf deinem Guthaben.",
  },
  bet_refunded: {
    title: "Wette erstattet",
    body: "Rennen {raceId} wurde erstattet: Deine {amount} SOL sind auf deinem Guthaben.",
  },
  one_bet_refunded: {
    title: "Wette erstattet",
    body: "Deine Wette in Rennen {raceId} wurde erstattet: Deine {amount} SOL sind auf deinem Guthaben.",
  },
  settled_race_refunded: {
    title: "Wette erstattet",
    body: "Rennen {raceId} wurde erstattet: Deine {amount} SOL sind auf deinem Guthaben, und {taken} SOL von dem, was du gewonnen hattest, wurden zurückgenommen.",
  },
  superfecta_bonus: {
    title: "Superfecta!",
    body: "Vier Siege in Folge: {amount} SOL sind auf deinem Guthaben.",
  },
  superfecta_refilling: {
    title: "Superfecta!",
    body: "Vier Siege in Folge! Der Bonustopf füllt sich gerade wieder und konnte keinen Bonus zahlen: Er enthält {amount} SOL.",
  },
  payment_credited: {
    title: "Zahlung gutgeschrieben",
    body: "Aus deiner Zahlung von {amount} SOL konnte keine Wette werden. Sie ist auf deinem Guthaben.",
  },
  deposit_received: {
    title: "Einzahlung angekommen",
    body: "{amount} SOL sind auf deinem Guthaben.",
  },
  repeat_races_done: {
    title: "Dauerwette beendet",
    body: "Alle Rennen sind gelaufen. Wetten: {races}, netto {net} SOL.",
  },
  repeat_loss_reached: {
    title: "Dauerwette an deiner Verlustgrenze gestoppt",
    body: "Eine weitere Wette könnte sie überschreiten. Wetten: {races}, netto {net} SOL.",
  },
  repeat_maintenance: {
    title: "Dauerwette wegen Wartung gestoppt",
    body: "Wetten: {races}, netto {net} SOL.",
  },
  repeat_balance_low: {
    title: "Dauerwette gestoppt: zu wenig Guthaben",
    body: "Dein Guthaben reicht nicht für die nächste Wette. Wetten: {races}, netto {net} SOL.",
  },
  repeat_stake_refused: {
    title: "Dauerwette gestoppt: Betrag nicht erlaubt",
    body: "Die Rennen nehmen diesen Betrag nicht mehr an. Wetten: {races}, netto {net} SOL.",
  },
  repeat_own_limit: {
    title: "Dauerwette an deiner eigenen Grenze gestoppt",
    body: "Die nächste Wette würde sie überschreiten. Wetten: {races}, netto {net} SOL.",
  },
  repeat_on_break: {
    title: "Dauerwette gestoppt: Du machst eine Pause",
    body: "Wetten: {races}, netto {net} SOL.",
  },
  repeat_banned: {
    title: "Dauerwette gestoppt: Du bist gesperrt",
    body: "Eine gesperrte Wallet kann nicht wetten. Wetten: {races}, netto {net} SOL.",
  },
  repeat_notice_required: {
    title: "Dauerwette gestoppt: Bestätige zuerst dein Alter",
    body: "Deine nächste Wette fragt danach. Wetten: {races}, netto {net} SOL.",
  },
  repeat_not_allowed: {
    title: "Dauerwette gestoppt: Wetten nicht erlaubt",
    body: "Deine Wallet darf zurzeit nicht wetten. Wetten: {races}, netto {net} SOL.",
  },
  repeat_expired: {
    title: "Dauerwette nach einem Tag gestoppt",
    body: "Wetten: {races}, netto {net} SOL.",
  },
  payment_dropped: {
    title: "Zahlung vom Netzwerk verworfen",
    body: "Das Netzwerk hat deine Zahlung von {amount} SOL verworfen: Sie ist noch in deiner Wallet.",
  },
  payment_refused: {
    title: "Zahlung zurück auf deinem Guthaben",
    body: "{amount} SOL bleiben auf deinem Guthaben. Das Netzwerk hat die Zahlung abgelehnt.",
  },
  payment_too_small: {
    title: "Zahlung zurück auf deinem Guthaben",
    body: "{amount} SOL bleiben auf deinem Guthaben. Für eine leere Wallet ist das zu wenig.",
  },
  claim_returned: {
    title: "Provision nicht ausgezahlt",
    body: "{amount} SOL Provision ließen sich nicht an deine Wallet senden. Du kannst sie noch einmal abheben.",
  },
  withdrawal_sent: {
    title: "Auszahlung gesendet",
    body: "{amount} SOL wurden an deine Wallet gezahlt. Signatur: {signature}",
  },
  balance_raised: {
    title: "Guthaben erhöht",
    body: "Ein Admin hat deinem Guthaben {amount} SOL hinzugefügt.",
  },
  balance_lowered: {
    title: "Guthaben verringert",
    body: "Ein Admin hat {amount} SOL von deinem Guthaben genommen.",
  },
  payments_halted: {
    title: "Ausgehende Zahlungen ruhen",
    body: "Bücher und Chain weichen um {difference} Lamports ab",
  },
  payments_halted_by_balance: {
    title: "Ausgehende Zahlungen ruhen",
    body: "Der Saldo von {account} ist nicht die Summe seiner Buchungen",
  },
  revenue_differs: {
    title: "Die Ertragszahlen stimmen nicht",
    body: "Die Summen vom {day} sind nicht die des Hauptbuchs. Das Hauptbuch selbst wird gesondert geprüft.",
  },
  approval_asked: {
    title: "Eine Anfrage wartet auf deine Freigabe",
    body: "Admin {by} möchte {amount} SOL. Freigeben kannst du bis {until}.",
  },
  approval_approved: {
    title: "Deine Anfrage ist freigegeben",
    body: "Admin {by} hat deine Anfrage über {amount} SOL freigegeben. Sie ist ausgeführt.",
  },
  approval_rejected: {
    title: "Deine Anfrage ist abgelehnt",
    body: "Admin {by} hat deine Anfrage über {amount} SOL abgelehnt. Nichts davon ist geschehen.",
  },
  approval_expired: {
    title: "Deine Anfrage ist abgelaufen",
    body: "Über deine Anfrage über {amount} SOL hat in 24 Stunden niemand entschieden. Nichts davon ist geschehen.",
  },
  jackpot_missing: {
    title: "Rennen laufen ohne ihren Jackpot",
    body: "Das Hauskapital deckt den Jackpot von {amount} SOL nicht. Rennen {raceId} und die danach haben keinen, bis es reicht.",
  },
  title_unlocked: {
    title: "Titel freigeschaltet: {title}",
    body: "Aktiviere ihn in deiner Übersicht, dann sehen ihn alle neben deinem Namen.",
  },
  chat_muted: {
    title: "Du bist im Chat stummgeschaltet",
    body: "Ein Moderator hat dich stummgeschaltet: Ab {until} kannst du wieder schreiben.",
  },
  chat_banned: {
    title: "Du bist vom Chat ausgeschlossen",
    body: "Ein Moderator hat dich bis {until} vom Chat ausgeschlossen. Wetten kannst du wie bisher.",
  },
  streak_changed: { title: "Siegesserie", body: "{streak}" },
  balance_changed: { title: "Guthaben", body: "Dein Guthaben hat sich geändert." },
};
