import { getBase58Decoder } from "@solana/kit";
import { lamports } from "../../src/domain/lamports.ts";
import { anyDeposit, call, note, type PlayerContext, prepare } from "./betting.ts";
import { keypairOf } from "./keys.ts";
import type { Row } from "./oracle/mirror.ts";
import type { Player } from "./player-strategies.ts";
import { signOwn, signPrepared } from "./wallet.ts";

/** Wallets without money, which cost nothing. */
const strangers = Array.from({ length: 90 }, (_, at) => keypairOf(`stranger ${at + 1}`));
const REPEATS = 4;

/** Makes the server ask its node for as much as free calls can, from one address (rules LIMITS-41 and LIMITS-42). */
export async function flood(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { environment, random } = context;
  const asking = strangers.map(async ({ address: wallet }) => {
    const signature = getBase58Decoder().decode(random.bytes(64));
    await call(context, (server) => server.use.confirmDeposit({ wallet, signature }));
  });
  const sending = strangers.slice(0, 10).map(async (pair) => {
    const { wire } = signOwn(pair, {
      transfers: [{ to: anyDeposit(context), lamports: 30_000_000n }],
      memo: `furlong:1:deposit d-${Buffer.from(random.bytes(12)).toString("hex")}`,
      blockhash: getBase58Decoder().decode(random.bytes(32)),
    });
    const signedTransaction = Buffer.from(wire).toString("base64");
    const sent = await call(context, (server) =>
      server.use.submitDeposit({ wallet: pair.address, signedTransaction }),
    );
    note(context, player, "submit what was not prepared", sent);
  });
  await Promise.allSettled([...asking, ...sending, submitAgainAndAgain(context, player, race)]);
  await environment.world.sleep(player, random.between(5_000, 20_000));
}

/** The same payment many times, at once and later: for a bet, and into the balance. */
async function submitAgainAndAgain(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { environment, random } = context;
  const wallet = player.pair.address;
  const bet = await prepare(context, player, race);
  const amount = lamports(BigInt(random.between(20_000_000, 60_000_000)));
  const deposit = await call(context, (server) => server.use.prepareDeposit({ wallet, amount }));
  const signed = (wire: string) => Buffer.from(signPrepared(player.pair, wire).wire).toString("base64");
  for (let time = 0; time < REPEATS; time += 1) {
    const submits = [1, 2].flatMap(() => [
      ...(bet === null
        ? []
        : [
            call(context, (server) =>
              server.use.submit({ ...bet, wallet, signedTransaction: signed(bet.wire) }),
            ),
          ]),
      ...(deposit.ok
        ? [
            call(context, (server) =>
              server.use.submitDeposit({ wallet, signedTransaction: signed(deposit.value.wire) }),
            ),
          ]
        : []),
    ]);
    await Promise.allSettled(submits);
    await environment.world.sleep(player, random.between(200, 4_000));
  }
}
