import { featureDocs } from "../openapi/docs.ts";

/** Also what an approval may carry in place of its signature. */
export const inPlaceOfMessage = {
  description:
    "For wallets that sign no messages, in place of what is signed as a message: base64 of a signed transaction of any version that is never sent. The wallet alone signs and pays: a transfer of 0 lamports to itself, then a memo with the text; compute-budget and Lighthouse instructions may be added. Its recent blockhash is 32 zero bytes.",
  isAlternative: true,
} as const;

export const signInDocs = featureDocs({
  description: "Sign In With Solana: a nonce, a signature over the server's text, a session cookie.",
  operations: {
    createSignInNonce:
      "Returns what the wallet is to sign and sets a short cookie that binds the nonce to this browser. Build the Sign In With Solana text from `input` plus the address, byte for byte, and pass its signature to `verifySignIn`.",
    verifySignIn:
      "Checks the signature against the address that the message names, consumes the nonce, and sets the session cookie.",
    createStepUpNonce:
      "Like `createSignInNonce`, for what the caller is about to do; the text that the wallet shows names the purpose. `balance-bets` is open to every player, the other purposes to admins.",
    verifyStepUp:
      "Like `verifySignIn`, for the existing session. Sets a cookie of its own, HttpOnly and SameSite=Strict, without which a copy of the session cookie is not raised. Calls that require it are refused with STEP_UP_REQUIRED without it: an admin's changes need a confirmation of the last ten minutes, of content one in this session.",
    listSessions:
      "A session is shown by when and where it began and was last used, never by its token. Admins' sessions last twelve hours, others seven days.",
    endSessions:
      "Its calls are refused from then on, and its sockets are closed within a second. An admin may end every admin's sessions and needs a step-up for any but the one that asks; a player's session ends only those that began before it.",
    signOut: "Forgets the session on the server and clears its cookie. Without one it does nothing.",
    getSession: "Does not mention a session that has ended: `wallet` is then null, as for a visitor.",
    checkAdmin: "Never refused: for a visitor `isAdmin` is false.",
    becomeLocalAdmin: "For trying the admin panel on one's own machine. The call does not exist elsewhere.",
  },
  fields: {
    purpose: "What the wallet confirms.",
    "verifyStepUp.until":
      "Until when the confirmation holds: ten minutes for an admin, 24 hours for larger bets.",
    address: {
      description: "The Solana address in question.",
      example: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
    },
    chainId: { description: "The network, as Sign In With Solana names it.", example: "solana:mainnet" },
    domain: { description: "Host that asks for the signature.", example: "furlong.example" },
    expirationTime: "When the nonce can no longer be used.",
    expiresAt: "When the session expires.",
    input: "What the text to sign is built from.",
    isAdmin: "Whether the wallet has admin rights.",
    isModerator: "Whether the wallet may moderate chat.",
    issuedAt: "When the nonce was issued.",
    nonce: {
      description: "The nonce shown before the race; the final one has the beacon's blockhash appended.",
      example: "8f14e45fceea167a5a36dedd4bea2543",
    },
    "SignInInput.nonce": { description: "One use, five minutes, this browser.", example: "Jf8dKx02LmQa7Tz1" },
    "verifySignIn.nonce": {
      description: "The nonce that `createSignInNonce` gave.",
      example: "Jf8dKx02LmQa7Tz1",
    },
    "listSessions.id": {
      description: "Names the session; it says nothing of its token.",
      example: "9f86d081884c7d65",
    },
    "endSessions.id": { description: "Which session.", example: "9f86d081884c7d65" },
    sessions: "Sessions that still hold.",
    ended: "How many were ended.",
    isCurrent: "Whether it is the session that asks.",
    signedInAt: "When the wallet signed in.",
    lastUsedAt: "When it was last used, to five minutes.",
    endsAt: "When the session expires.",
    "listSessions.network": {
      description: "Where the sign-in came from, without the last part of the address.",
      example: "203.0.113.0/24",
    },
    browser: { description: "What the browser called itself.", example: "Firefox, Linux" },
    signature: "Signature of the transaction on the chain.",
    "verifySignIn.signature": {
      description: "ed25519 signature of `signedMessage`, in base64.",
      example: "c2lnbmF0dXJl",
    },
    "verifySignIn.signedTransaction": inPlaceOfMessage,
    "verifyStepUp.signedTransaction": inPlaceOfMessage,
    signedMessage: {
      description: "The text that was signed, in base64.",
      example: "ZnVybG9uZy5leGFtcGxlIHdhbnRzIHlvdSB0byBzaWduIGlu",
    },
    statement: { description: "What the player agrees to by signing.", example: "Sign in to Furlong." },
    stepUpUntil: "Until when this browser may do what admins confirm; missing while it may not.",
    uri: { description: "Origin of the site.", example: "https://furlong.example" },
    version: "Raised whenever the image changes, so that caches fetch it again.",
    "SignInInput.version": "Version of the message format.",
    wallet: "A player's address.",
    "getSession.wallet": "Who is signed in; null for a visitor.",
  },
});
