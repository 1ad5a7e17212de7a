import { words } from "../../words/words.ts";

/** What all tabs of the admin panel are made of. */
export const kitWords = words("admin/kit", {
  admins: "Appoint or dismiss an admin",
  balances: "Change a player's balance",
  cancel: "Cancel",
  close: "Close",
  color: "Colour",
  copied: "Copied",
  copy: "Copy",
  dismiss: "Dismiss",
  hex: "Hex",
  "house-money": "Move house money",
  "house-wallets": "Work the house wallets",
  loadMore: "Load more",
  noStepUp: "No step-up",
  noWallet: "This is no wallet",
  ownColor: "Another colour",
  preset: "Colour {color}",
  search: "Search",
  sign: "Sign with wallet",
  stepUp: "Confirm with your wallet",
  stepUpDeclined: "The wallet did not confirm.",
  stepUpLeft: "Step-up {time}",
  stepUpWhy:
    "This wants a signature of your wallet, which holds for ten minutes. It costs nothing and moves nothing.",
  tryAgain: "Try again",
  wallet: "Wallet",
  waitsForAdmin: "Not done yet: it waits for another admin's approval, for 24 hours",
  typeToConfirm: "Type \u201c{phrase}\u201d to confirm",
});
