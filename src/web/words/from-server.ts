import { useLanguage, type Language } from "./language.ts";
import { numbersIn } from "./numbers.ts";

interface Said {
  readonly text: string;
  /** The server writes in English: so is what no translation knows. */
  readonly lang: Language;
}

/** What the server wrote, in the language of the page if that has the sentence. */
export function fromServer(written: string): Said {
  const { language, translations } = useLanguage.getState();
  for (const [english, translation] of Object.entries(translations?.sentences ?? {})) {
    const values = shapeOf(english).exec(written)?.groups;
    if (values === undefined) continue;
    const { typed } = numbersIn(language);
    const valueOf = (name: string): string => {
      const value = values[name] ?? "";
      return name === "amount" ? typed(value) : fromServer(value).text;
    };
    return { text: translation.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name)), lang: language };
  }
  return { text: written, lang: "en" };
}

/** A sentence with its places as an expression that finds the values; with a group at least, so that it has groups. */
function shapeOf(english: string): RegExp {
  const source = english
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\}/g, "(?<$1>.+)");
  return new RegExp(`^${source}(?<end>)$`);
}
