import { generateKeyPairSync, sign } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import { createSignInMessageText } from "@solana/wallet-standard-util";

export interface TestWallet {
  readonly address: string;
  sign(message: Uint8Array): Uint8Array;
}

/** A key pair of its own. */
export function newWallet(): TestWallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return {
    address: getAddressDecoder().decode(raw),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read the wire without its types
  readonly body: any;
}

interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

export interface BrowserSession {
  readonly wallet: TestWallet;
  readonly address: string;
  readonly cookies: Map<string, string>;
  readonly cookieHeader: () => string;
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  readonly signIn: () => Promise<Answer>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the input as it stands on the wire
export const signInText = (input: any, address: string): Uint8Array =>
  new TextEncoder().encode(createSignInMessageText({ ...input, address }));

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** One browser: a cookie jar and a wallet of its own. */
export function newBrowser(url: string, wallet: TestWallet = newWallet()): BrowserSession {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  const call: BrowserSession["call"] = async (method, path, { body, raw, headers = {} } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
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
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    };
  };

  const signIn = async () => {
    const { body } = await call("POST", "/api/auth/nonce");
    const message = signInText(body.input, wallet.address);
    return call("POST", "/api/auth/verify", {
      body: {
        address: wallet.address,
        nonce: body.input.nonce,
        signedMessage: base64(message),
        signature: base64(wallet.sign(message)),
      },
    });
  };
  return { wallet, address: wallet.address, cookies, cookieHeader, call, signIn };
}
