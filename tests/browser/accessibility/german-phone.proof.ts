import { examineTour } from "./examine.ts";

examineTour({ theme: "main-prime", width: 390, height: 844, language: "de" });
