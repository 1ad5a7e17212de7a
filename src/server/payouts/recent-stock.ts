import { type Stock, type StockPorts, takeStock } from "./take-stock.ts";

const freshForMs = 5_000;

/** The latest comparison of books and chain, at most 5 s old: however many ask, the chain is asked once. */
export function recentStock(ports: StockPorts): () => Promise<Stock> {
  let asked = -Infinity;
  let stock: Promise<Stock> | null = null;
  return () => {
    const nowMs = ports.clock.now();
    if (stock && nowMs - asked < freshForMs) return stock;
    asked = nowMs;
    const taken = takeStock(ports);
    stock = taken;
    taken.catch(() => {
      if (stock === taken) stock = null;
    });
    return taken;
  };
}
