import { featureDocs } from "../openapi/docs.ts";

export const signInDocs = featureDocs({
  description: "Sign In With Solana: a nonce, a signature over the server's text, a session cookie.",
  operations: {
    createSignInNonce: {
      description:
        "Returns what the wallet is to sign and sets a short cookie that binds the nonce to this browser. Build the Sign In With Solana text from `input` plus the address, byte for byte, and pass its signature to `verifySignIn`.",
      refuses: ["ORIGIN_NOT_ALLOWED"],
    },
    verifySignIn: {
      description:
        "Checks the signature against the address that the message names, consumes the nonce, and sets the session cookie.",
      refuses: ["NONCE_INVALID", "SIGNATURE_INVALID", "ORIGIN_NOT_ALLOWED"],
    },
    createStepUpNonce: {
      description:
        "Like `createSignInNonce`, for what an admin is about to do; the text that the wallet shows names the purpose.",
      refuses: ["ORIGIN_NOT_ALLOWED"],
    },
    verifyStepUp: {
      description:
        "Like `verifySignIn`, for the existing session. Calls that require it are refused with STEP_UP_REQUIRED without it.",
      refuses: ["NONCE_INVALID", "SIGNATURE_INVALID", "ORIGIN_NOT_ALLOWED"],
    },
    signOut: {
      description: "Forgets the session on the server and clears its cookie. Without one it does nothing.",
    },
    getSession: {
      description: "Does not mention a session that has ended: `wallet` is then null, as for a visitor.",
    },
    checkAdmin: { description: "Never refused: for a visitor `isAdmin` is false." },
    becomeLocalAdmin: {
      description: "For trying the admin panel on one's own machine. The call does not exist elsewhere.",
      refuses: ["NOT_FOUND"],
    },
  },
  fields: {
    purpose: "What the wallet confirms.",
    "verifyStepUp.until": "Until when the session counts as confirmed.",
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
    signature: "Signature of the transaction on the chain.",
    "verifySignIn.signature": {
      description: "ed25519 signature of `signedMessage`, in base64.",
      example: "c2lnbmF0dXJl",
    },
    signedMessage: {
      description: "The text that was signed, in base64.",
      example: "ZnVybG9uZy5leGFtcGxlIHdhbnRzIHlvdSB0byBzaWduIGlu",
    },
    statement: { description: "What the player agrees to by signing.", example: "Sign in to Furlong." },
    stepUpUntil: "Until when the session counts as confirmed by its wallet; missing while it does not.",
    uri: { description: "Origin of the site.", example: "https://furlong.example" },
    version: "Raised whenever the image changes, so that caches fetch it again.",
    "SignInInput.version": "Version of the message format.",
    wallet: "A player's address.",
    "getSession.wallet": "Who is signed in; null for a visitor.",
  },
});
