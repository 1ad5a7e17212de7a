/** An embedded chain in its own process, for `bench/node-calls.ts`. Prints its address. */
import { openLocalRpc } from "../../tests/support/local-rpc.ts";

const { url, webSocketUrl } = await openLocalRpc(Number(process.argv[2] ?? 400));
console.log(JSON.stringify({ url, webSocketUrl }));
process.on("disconnect", () => process.exit(0));
