/**
 * A browser as the server meets it: a wallet, a cookie jar, plain HTTP. Written only from the published API; it shares
 * no code with the product, so that it cannot share its mistakes. Tests of the server and every player use it.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";

// oxlint-disable-next-line typescript/no-explicit-any -- the wire is read here without the project's types
export type Json = any;

export interface TestWallet {
  readonly address: string;
  sign(message: Uint8Array): Uint8Array;
}

/** Creates a new key pair. */
export function newWallet(): TestWallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  // Not from its JWK: Node 20 hangs forever if it collects garbage while exporting a new key as one.
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return {
    address: getBase58Decoder().decode(raw),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Null if the answer is not JSON. */
  readonly body: Json;
}

interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

export interface SessionOptions {
  /** Sent with every call. */
  readonly headers?: Record<string, string>;
  /** The wallet confirms whatever the server asks for, as an honest admin's does in the page; true when absent. */
  readonly confirms?: boolean;
  /** Called for every call, before it is sent and once it is answered. */
  readonly onCall?: (path: string, moment: "asked" | "answered") => void;
}

export interface BrowserSession {
  readonly wallet: TestWallet;
  readonly address: string;
  readonly cookies: Map<string, string>;
  readonly cookieHeader: () => string;
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  readonly signIn: () => Promise<Answer>;
  /** An admin confirms with the wallet what they are about to do. */
  readonly stepUp: (purpose: string) => Promise<Answer>;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** A browser without a session; `signIn` gives it one. */
export function newBrowser(
  url: string,
  wallet: TestWallet = newWallet(),
  options: SessionOptions = {},
): BrowserSession {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  const call: BrowserSession["call"] = async (method, path, what) => {
    const answer = await callOnce(method, path, what);
    if (answer.body?.code !== "STEP_UP_REQUIRED" || options.confirms === false) return answer;
    const purpose = /^\/api\/(races|bets)\//.test(path) ? "balance-bets" : "settings";
    // One at a time: a browser has one step-up cookie.
    confirming ??= stepUp(purpose).finally(() => (confirming = null));
    return (await confirming).status === 200 ? callOnce(method, path, what) : answer;
  };
  let confirming: Promise<Answer> | null = null;

  const callOnce: BrowserSession["call"] = async (method, path, { body, raw, headers = {} } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    options.onCall?.(path, "asked");
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...options.headers,
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
        ...(cookies.size === 0 ? {} : { cookie: cookieHeader() }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
      redirect: "manual",
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (pair.slice(at + 1) === "") cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    options.onCall?.(path, "answered");
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : null,
    };
  };

  const prove = async (what: string, extra?: unknown) => {
    const { body } = await call("POST", `/api/auth/${what}nonce`, { body: extra });
    const message = signInText(body.input, wallet.address);
    return call("POST", `/api/auth/${what}verify`, {
      body: {
        address: wallet.address,
        nonce: body.input.nonce,
        signedMessage: base64(message),
        signature: base64(wallet.sign(message)),
      },
    });
  };
  const signIn = () => prove("");
  const stepUp = (purpose: string) => prove("step-up/", { purpose });
  return { wallet, address: wallet.address, cookies, cookieHeader, call, signIn, stepUp };
}

/** The Sign In With Solana text as the published standard defines it, written out by hand. */
export function signInText(input: Json, address: string): Uint8Array {
  const fields = [
    ["URI", input.uri],
    ["Version", input.version],
    ["Chain ID", input.chainId],
    ["Nonce", input.nonce],
    ["Issued At", input.issuedAt],
    ["Expiration Time", input.expirationTime],
    ["Not Before", input.notBefore],
    ["Request ID", input.requestId],
  ].filter(([, value]) => value !== undefined);
  const lines = [
    `${input.domain} wants you to sign in with your Solana account:`,
    address,
    ...(input.statement ? ["", input.statement] : []),
    "",
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...(input.resources?.length > 0
      ? ["Resources:", ...input.resources.map((one: string) => `- ${one}`)]
      : []),
  ];
  return new TextEncoder().encode(lines.join("\n"));
}
