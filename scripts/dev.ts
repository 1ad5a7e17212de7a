import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * Development with reload: the server restarts when its sources change (port 3000), and Vite serves the web
 * app with hot reload on port 5173, forwarding API, socket and chain calls to the server.
 */
const root = join(import.meta.dirname, "..");

const children = [
  spawn(process.execPath, ["--import", "tsx", "--watch-path=src", "src/server/main.ts"], {
    cwd: root,
    stdio: "inherit",
  }),
  spawn(process.execPath, ["node_modules/vite/bin/vite.js", "--config", "src/web/vite.config.ts"], {
    cwd: root,
    stdio: "inherit",
  }),
];

const stop = () => {
  for (const child of children) child.kill("SIGTERM");
};
for (const child of children) child.once("exit", stop);
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
