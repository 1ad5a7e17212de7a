/** An embedded chain as a process of its own, for `bench/node-calls.ts`. Prints where it is reached. */
import { openLocalRpc } from "../../tests/support/local-rpc.ts";

const { url, webSocketUrl } = await openLocalRpc(Number(process.argv[2] ?? 400));
console.log(JSON.stringify({ url, webSocketUrl }));
process.on("disconnect", () => process.exit(0));
