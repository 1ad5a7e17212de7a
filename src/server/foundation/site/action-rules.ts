import type { FastifyInstance } from "fastify";
import { api } from "../../../contract/api.ts";
import { pagePaths } from "../../../contract/pages.ts";

const BET = `/api${api.prepareBetAction.path}`;

/** Which pages stand for a Solana Action: a link to the game is a bet on its open race. */
const rules = [pagePaths.home, pagePaths.race, BET].map((pathPattern) => ({ pathPattern, apiPath: BET }));

/** `/actions.json`, and what browsers ask before they call an Action from another site (rule BET-32). */
export function registerActionRules(app: FastifyInstance): void {
  const config = { anyOrigin: true };
  app.get("/actions.json", { config }, async (_request, reply) =>
    reply.header("cache-control", "no-cache").send({ rules }),
  );
  for (const url of ["/actions.json", BET])
    app.options(url, { config }, async (_request, reply) => reply.code(204).send());
}
