/** An embedded chain in its own process, as if it were devnet, for `bench/node-calls.ts`. Prints its address. */
import { openDevnetRpc } from "../../tests/support/network-chain.ts";

const { url, webSocketUrl } = await openDevnetRpc(Number(process.argv[2] ?? 400));
console.log(JSON.stringify({ url, webSocketUrl }));
process.on("disconnect", () => process.exit(0));
