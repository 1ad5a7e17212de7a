import { describe, expect, it } from "vitest";
import {
  createThirdPartyWallet,
  newThirdPartyKey,
  type ThirdPartyOptions,
} from "../../../../tests/support/third-party-wallet.ts";
import { isSolanaWallet, obstacleOf } from "./features.ts";

const key = newThirdPartyKey();
const walletWith = (options: Partial<ThirdPartyOptions>) =>
  createThirdPartyWallet({ name: "Other Wallet", keys: [key], ...options }).wallet;
const signs = ["solana:signMessage", "solana:signTransaction"];
const sends = ["solana:signIn", "solana:signAndSendTransaction"];

describe("whether a wallet can bet on a network", () => {
  it.each([
    ["localnet", signs, null],
    ["localnet", sends, "cannotSign"],
    ["devnet", sends, null],
    ["mainnet-beta", sends, null],
    // The server sends what the wallet has signed.
    ["devnet", signs, null],
    ["devnet", ["solana:signMessage"], "cannotSign"],
    ["devnet", ["solana:signTransaction"], "cannotProve"],
  ] as const)("on %s with %s: %s", (network, features, obstacle) => {
    expect(obstacleOf(walletWith({ features }), network)).toBe(obstacle);
  });

  it("needs the network among the wallet's chains, as soon as that is known", () => {
    const wallet = walletWith({ chains: ["solana:mainnet"] });
    expect(obstacleOf(wallet, "localnet")).toBe("lacksNetwork");
    expect(obstacleOf(wallet, "mainnet-beta")).toBeNull();
    expect(obstacleOf(wallet, null)).toBeNull();
  });

  it("needs transactions of version 0", () => {
    const wallet = walletWith({});
    const features = {
      ...wallet.features,
      "solana:signTransaction": { version: "1.0.0", supportedTransactionVersions: ["legacy"] },
    };
    expect(obstacleOf({ ...wallet, features }, "localnet")).toBe("cannotSign");
  });

  it("is no question for wallets of other chains", () => {
    expect(isSolanaWallet(walletWith({ chains: ["sui:mainnet"], features: [] }))).toBe(false);
    expect(isSolanaWallet(walletWith({ chains: ["solana:testnet"], features: [] }))).toBe(true);
  });
});
