import { parentPort } from "node:worker_threads";
import type { Card } from "./card.ts";
import { loadDrawCard } from "./draw-card.ts";

/** The program of the thread that draws: one card at a time, in the order in which they were asked for. */
const drawCard = await loadDrawCard();
parentPort?.on("message", (card: Card) => parentPort?.postMessage(drawCard(card)));
