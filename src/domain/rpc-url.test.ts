import { expect, it } from "vitest";
import { isShownInPart, shownRpcUrl } from "./rpc-url.ts";

it.each([
  ["https://api.devnet.solana.com", "https://api.devnet.solana.com"],
  ["https://api.devnet.solana.com/", "https://api.devnet.solana.com/"],
  ["https://rpc.example.com/v1/s3cret", "https://rpc.example.com/…"],
  ["https://rpc.example.com?api-key=s3cret", "https://rpc.example.com/…"],
  ["https://rpc.example.com/?api-key=s3cret", "https://rpc.example.com/…"],
  ["https://rpc.example.com:8899#s3cret", "https://rpc.example.com:8899/…"],
  ["https://user:s3cret@rpc.example.com", "https://rpc.example.com/…"],
  ["s3cret", "…"],
])("LIMITS-5 of %s people are shown %s, and no key", (url, maskedUrl) => {
  expect(shownRpcUrl(url)).toBe(maskedUrl);
  expect(isShownInPart(maskedUrl)).toBe(url !== maskedUrl);
});
