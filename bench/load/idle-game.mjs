// The baseline of `bench/load.ts`: Fastify that answers a bet's three calls with a recorded answer of the real server,
// and does nothing else.
import fastify from "fastify";

const [port] = process.argv.slice(2);
const app = fastify();
/** @type {unknown} */
let prepared = null;
app.post("/learn", (request) => {
  prepared = request.body;
  return { success: true };
});
app.post("/api/races/:id/bet/prepare", (_request, reply) => reply.code(201).send(prepared));
app.post("/api/races/:id/bet/submit", () => ({ success: true, signature: "1".repeat(88) }));
app.post("/api/races/:id/bet/confirm", () => ({ success: true, message: "Bet Placed Successfully!" }));
await app.listen({ port: Number(port), host: "127.0.0.1" });
