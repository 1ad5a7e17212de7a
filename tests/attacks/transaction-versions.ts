import { PublicKey, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { beforeAll, expect, it } from "vitest";
import type { Player } from "../support/player.ts";
import { readVersion1, signedVersion1, version1Message } from "../support/version-1.ts";
import type { Fixture, OpenRace } from "./fixture.ts";

const STAKE = 0.2e9;
/** Of the configuration, within a message. */
const MASK = 4;

export function versionAttacks(fixture: () => Fixture) {
  let race: OpenRace;
  let player: Player;
  const horseId = () => race.horses[2]?.id ?? 0;
  beforeAll(async () => {
    race = await fixture().openRace();
    player = await fixture().newPlayer();
  });

  async function preparedAs(version: "legacy" | 0 | 1, bettor = player) {
    const { status, body, text } = await bettor.prepareCall(race.id, {
      horseId: horseId(),
      amount: 0.2,
      version,
    });
    if (status !== 201) throw new Error(`prepare answered ${status}: ${text}`);
    return { betId: body.betId as string, wire: body.serializedTransaction as string };
  }
  const outcomeOf = async (betId: string, wire: string, bettor = player) => {
    const { status, body } = await bettor.submitCall(race.id, betId, wire);
    return [status, body.code];
  };
  /** The payment of a prepared bet as a v0 transaction, with more instructions if given, and its fee paid by another. */
  async function paymentFor(
    betId: string,
    { more = [] as TransactionMessage["instructions"], payer = player.key } = {},
  ) {
    const [bet] = await fixture().query("select message from bets where id = $1", [betId]);
    const prepared = readVersion1(bet.message);
    const message = new TransactionMessage({
      payerKey: payer,
      recentBlockhash: prepared.recentBlockhash,
      instructions: [...prepared.instructions, ...more],
    });
    return new VersionedTransaction(message.compileToV0Message());
  }

  it.each(['"v0"', '"0"', "2", "-1", "0.5", "null", "true", "[0]", "{}"])(
    "a payment of version %s is asked for: 400, and nothing is prepared",
    async (version) => {
      const before = await fixture().holdings();
      const fields = `"walletAddress":"${player.address}","amount":0.2,"version":${version}`;
      for (const [path, more] of [
        [`/api/races/${race.id}/bet/prepare`, `,"horseId":${horseId()}`],
        ["/api/wallet/deposit/prepare", ""],
      ] as const) {
        const { status, body } = await player.call("POST", path, { raw: `{${fields}${more}}` });
        expect([status, body.field]).toEqual([400, "version"]);
      }
      expect(await fixture().holdings()).toBe(before);
    },
  );

  it("a bet is paid in all versions at once, whichever was asked for: one is sent, and the other money is credited", async () => {
    const bettor = await fixture().newPlayer();
    const { betId } = await preparedAs(1, bettor);
    const message = (await paymentFor(betId, { payer: bettor.key })).message;
    const again = TransactionMessage.decompile(message);
    const legacy = new VersionedTransaction(again.compileToLegacyMessage());
    const wires = [
      bettor.signTransaction(legacy),
      signedVersion1(bettor, version1Message(legacy)),
      signedVersion1(bettor, version1Message(legacy, { units: 100_000, size: 900_000, fee: 5n })),
      bettor.signTransaction(new VersionedTransaction(message)),
    ];
    const answers = await Promise.all(wires.map((wire) => bettor.submitCall(race.id, betId, wire)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [signature, ...others] = new Set(answers.map(({ body }) => body.signature as string));
    expect(others).toEqual([]);
    const paid = { raceId: race.id, horseId: horseId(), amountSol: 0.2, betId, signature: signature ?? "" };
    expect(await bettor.confirm(paid)).toMatchObject({ status: 200 });
    // All four past the server: one was taken already.
    for (const wire of wires) {
      await bettor.connection.sendEncodedTransaction(wire, { skipPreflight: true });
    }
    await expect.poll(() => bettor.balance(), { timeout: 20_000 }).toBe(0.6);
    await fixture().booksAgree();
  });

  it.each([
    ["all that its payer holds", 20n * 10n ** 9n],
    ["more than there is", 2n ** 64n - 1n],
  ])("a version 1 payment that offers %s as a fee is submitted: not sent", async (_what, fee) => {
    const { betId } = await preparedAs(1);
    const config = { units: 200_000, size: 1_000_000, fee };
    const wire = signedVersion1(player, version1Message(await paymentFor(betId), config));
    expect(await outcomeOf(betId, wire)).toEqual([409, "INSUFFICIENT_BALANCE"]);
  });

  it("a version 1 payment names the house as the payer of its fee: refused, and the house pays nothing", async () => {
    const { betId } = await preparedAs(1);
    const [{ address }] = await fixture().query(
      "select address from house_wallets where kind = 'hot' limit 1",
    );
    const transaction = await paymentFor(betId, { payer: new PublicKey(address) });
    const message = version1Message(transaction, { units: 200_000, size: 1_000_000, fee: 10n ** 9n });
    const before = await player.connection.getBalance(new PublicKey(address));
    const house = Buffer.alloc(64);
    const signed = Buffer.concat([message, house, player.wallet.sign(message)]).toString("base64");
    expect(await outcomeOf(betId, signed)).toEqual([400, "TRANSACTION_INVALID"]);
    expect(await player.connection.getBalance(new PublicKey(address))).toBe(before);
  });

  it("a version 1 payment moves more of its payer's money: refused, not broadcast", async () => {
    const { betId } = await preparedAs(1);
    const more = [player.transferInstruction(fixture().admin.address, STAKE)];
    const wire = signedVersion1(player, version1Message(await paymentFor(betId, { more })));
    expect(await outcomeOf(betId, wire)).toEqual([400, "TRANSACTION_NOT_YOURS"]);
  });

  it.each<[string, (message: Buffer) => Buffer]>([
    ["with a bit of the configuration that means nothing", (message) => changed(message, MASK, 0x20)],
    ["with half a fee", (message) => changed(message, MASK, 0x01)],
    ["with a value of the configuration left out", (message) => changed(message, MASK, 0x10)],
    ["of two signers", (message) => changed(message, 1, 3)],
    ["of no signer", (message) => changed(message, 1, 1)],
    ["of 255 accounts", (message) => changed(message, 41, 0xff)],
    ["with bytes behind its instructions", (message) => Buffer.concat([message, Buffer.alloc(20, 7)])],
    ["cut short", (message) => message.subarray(0, -10)],
  ])("a version 1 transaction %s is signed and submitted: 400, never 500", async (_what, change) => {
    const { betId } = await preparedAs(1);
    const message = version1Message(await paymentFor(betId));
    const wire = signedVersion1(player, change(message));
    const { status } = await player.submitCall(race.id, betId, wire);
    expect(status).toBe(400);
  });

  it("a version 1 transaction with its signature in front, and a version 0 one with it behind, are submitted: 400", async () => {
    const { betId } = await preparedAs(1);
    const payment = await paymentFor(betId);
    const message = version1Message(payment);
    const front = Buffer.concat([Buffer.from([1]), player.wallet.sign(message), message]).toString("base64");
    expect(await outcomeOf(betId, front)).toEqual([400, "TRANSACTION_INVALID"]);
    const behind = signedVersion1(player, payment.message.serialize());
    expect(await outcomeOf(betId, behind)).toEqual([400, "TRANSACTION_INVALID"]);
  });

  it("the house's wallets saw none of what was refused", async () => {
    expect(await fixture().query("select 1 from deposits where payer = $1", [player.address])).toEqual([]);
  });
}

/** With some bits of a byte turned. */
function changed(bytes: Buffer, at: number, bits: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ bits;
  return copy;
}
