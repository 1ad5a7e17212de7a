import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./src/server/foundation/db/schema/*.ts",
  out: "./src/server/foundation/db/migrations",
});
