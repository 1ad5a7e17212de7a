import type { Translations } from "./words.ts";

/** What the server writes: notifications, why a race was refunded or a call refused, and what the horses are like. */
export const sentences: Translations["sentences"] = {
  "You won": "Du hast gewonnen",
  "Your horse won race {race}: {amount} SOL of play money are on your balance.":
    "Dein Pferd hat Rennen {race} gewonnen: {amount} SOL Spielgeld sind auf deinem Guthaben.",
  "Your horse won race {race}: {amount} SOL are on their way to your wallet.":
    "Dein Pferd hat Rennen {race} gewonnen: {amount} SOL sind auf dem Weg zu deiner Wallet.",
  "Bet refunded": "Wette erstattet",
  "Race {race} was refunded: your {amount} SOL are on your balance.":
    "Rennen {race} wurde erstattet: Deine {amount} SOL sind auf deinem Guthaben.",
  "Superfecta!": "Superfecta!",
  "Four wins in a row: {amount} SOL are on your balance.":
    "Vier Siege in Folge: {amount} SOL sind auf deinem Guthaben.",
  "Payment credited to your balance": "Zahlung gutgeschrieben",
  "Your payment of {amount} SOL could not become a bet. It is on your balance.":
    "Aus deiner Zahlung von {amount} SOL konnte keine Wette werden. Sie ist auf deinem Guthaben.",
  "Payment dropped by the network": "Zahlung vom Netzwerk verworfen",
  "The network dropped your payment of {amount} SOL: it is still in your wallet.":
    "Das Netzwerk hat deine Zahlung von {amount} SOL verworfen: Sie ist noch in deiner Wallet.",
  "Payment returned to your balance": "Zahlung zurück auf deinem Guthaben",
  "{amount} SOL stay on your balance. {reason}": "{amount} SOL bleiben auf deinem Guthaben. {reason}",
  "The network refused it.": "Das Netzwerk hat sie abgelehnt.",
  "Outgoing payments are halted": "Ausgehende Zahlungen ruhen",
  "Books and chain differ by {amount} lamports": "Bücher und Chain weichen um {amount} Lamports ab",
  "The minimum bet is {amount} SOL": "Der Mindesteinsatz ist {amount} SOL",
  "The maximum bet is {amount} SOL": "Der Höchsteinsatz ist {amount} SOL",
  "The bet was prepared on another horse": "Die Wette wurde für ein anderes Pferd vorbereitet",
  "Try again in {seconds} s": "Versuche es in {seconds} s wieder",
  "No beacon block arrived in time": "Der Block der Bake kam nicht rechtzeitig",
  "Nobody bet on the winner": "Niemand hat auf den Sieger gesetzt",
  "Breaks from the gate like a storm front and dares the rest to catch up.":
    "Bricht wie eine Gewitterfront aus der Box, und wer mitkommt, soll es zeigen.",
  "Blink on the back straight and the blue silks are gone.":
    "Einmal geblinzelt auf der Gegengeraden, und die blauen Farben sind weg.",
  "Sits third, waits for trouble ahead, then runs straight at it.":
    "Liegt an dritter Stelle, wartet, bis es vorn eng wird, und rennt mitten hinein.",
  "Quiet in the paddock, relentless when the lights come on.":
    "Still im Führring, unerbittlich, sobald die Lichter angehen.",
  "Needs one clear line to the post and no second invitation.":
    "Braucht eine freie Bahn bis zum Pfosten und keine zweite Einladung.",
  "Old hand, long stride, and a finish that has broken many hearts.":
    "Erfahren, mit langem Galopp und einem Endspurt, der schon viele Herzen gebrochen hat.",
};
