// The baseline of `bench/idle-server.ts`: Fastify on a port, and an open database that gets no queries. Given a folder
// it opens the embedded database with its library, given a URL a Postgres.
import { PGlite } from "@electric-sql/pglite";
import fastify from "fastify";
import pg from "pg";

const [port, where = ""] = process.argv.slice(2);
if (where.startsWith("postgres")) await new pg.Pool({ connectionString: where }).query("select 1");
else await (await PGlite.create(where)).query("select 1");
const app = fastify();
app.get("/api/health/ready", async () => "ok");
await app.listen({ port: Number(port), host: "127.0.0.1" });
