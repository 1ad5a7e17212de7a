import { examineTour } from "./examine.ts";

examineTour({
  theme: "main-prime",
  width: 1440,
  height: 900,
  language: "en",
});
