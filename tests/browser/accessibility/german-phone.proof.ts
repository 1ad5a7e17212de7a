import { examineTour } from "./examine.ts";

examineTour({
  theme: "solana-future",
  width: 390,
  height: 844,
  language: "de",
});
