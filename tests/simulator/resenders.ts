import type { PlayerContext } from "./betting.ts";
import type { KeyedPayment } from "./oracle/requests.ts";
import type { Player } from "./player-strategies.ts";
import type { Environment } from "./environment.ts";
import type { Cluster } from "./cluster.ts";
import type { Random } from "./random.ts";
import type { ServerProcess } from "./process.ts";
import type { Actor } from "./world.ts";

const LEAST = 20_000_000n;

interface Sender {
  readonly environment: Environment;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly actor: Actor;
}

/** What a server answers to a call with a key. */
type Send = (server: ServerProcess) => Promise<{ readonly status: number; readonly body: object }>;

/**
 * Sends one request with its key: to several servers at once, and again later, whether or not there was an answer
 * (rule IDEM-2). Answers that are lost with their server are nobody's.
 */
export async function sendRepeatedly(
  { environment, cluster, random, actor }: Sender,
  payment: KeyedPayment,
  send: Send,
): Promise<void> {
  const { requests } = environment.oracle;
  requests.asked(payment);
  const sendOnce = async () => {
    const server = cluster.any();
    if (!server) return;
    const { status, body } = await server.call(() => send(server));
    const { id = null, code = null } = body as { id?: string | null; code?: string | null };
    environment.world.note(`${actor.name} sends ${payment.key}: ${status} ${code ?? ""}`);
    requests.answered(payment, { status, paymentId: id, code });
  };
  await Promise.allSettled(Array.from({ length: random.between(1, 3) }, sendOnce));
  for (let times = random.below(3); times > 0; times -= 1) {
    await environment.world.sleep(actor, random.between(100, 20_000));
    await Promise.allSettled([sendOnce()]);
  }
}

/**
 * Withdraws with a key, sometimes first more than there is: that is refused, and the key is free again (rule IDEM-3).
 * The keys of all players have the same names.
 */
export async function withdrawRepeatedly(context: PlayerContext, player: Player): Promise<void> {
  const { environment, random } = context;
  const { oracle } = environment;
  const { address: caller } = player.pair;
  const balance = oracle.balance(`user:${caller}`);
  if (balance < LEAST) return;
  const key = `again-${oracle.requests.keysOf(caller)}`;
  const send = async (near: bigint) => {
    const lamports = oracle.requests.ownAmount(near);
    const payment = { caller, key, destination: caller, lamports };
    await sendRepeatedly({ ...context, actor: player }, payment, ({ use }) => use.withdrawWithKey(payment));
  };
  if (random.chance(0.4)) await send(balance * 2n);
  await send(balance / 2n);
}
