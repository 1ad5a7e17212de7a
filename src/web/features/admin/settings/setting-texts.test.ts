import { afterEach, expect, it } from "vitest";
import { useLanguage } from "../../../foundation/words/language.ts";
import { readTranslations } from "../../../foundation/words/translations.ts";
import { unitText, valueText } from "./setting-texts.ts";

const english = useLanguage.getState();
afterEach(() => useLanguage.setState(english));

it("a stored number is shown as the page's language writes it", async () => {
  expect(unitText("0.05", "SOL")).toBe("0.05 SOL");
  expect(unitText("2.5", "%")).toBe("2.5%");
  useLanguage.setState({ language: "es", translations: await readTranslations("es", []) });
  expect(unitText("0.05", "SOL")).toBe("0,05 SOL");
  expect(unitText("2.5", "%")).toBe("2,5\u00a0%");
  expect(valueText("min_bet_amount", "0.25")).toBe("0,25 SOL");
  expect(valueText("countdown_seconds", "20")).toBe("20 s");
});
