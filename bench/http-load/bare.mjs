// The baseline of the HTTP measurements: Fastify that answers every request with the given bytes, and does nothing
// else.
import { text } from "node:stream/consumers";
import fastify from "fastify";

const [port, status] = process.argv.slice(2);
const answer = await text(process.stdin);
const app = fastify();
app.get("/ready", () => "ready");
app.all("/*", (_request, reply) =>
  reply.code(Number(status)).type("application/json; charset=utf-8").send(answer),
);
await app.listen({ port: Number(port), host: "127.0.0.1" });
