import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { raceIdOf } from "../kit/race-id.ts";
import { SearchField } from "../../../foundation/ui/search-field.tsx";
import { racesWords } from "./words.en.ts";

/** Anything else that is typed is the beginning of a wallet. */
const namesRace = (text: string): boolean => /^\s*(#|\d[\d\s]*$|race-)/i.test(text);

/** What the server looks for: a race's id, also where its number was typed, or a player's wallet. */
export const searchedRace = (text: string): string =>
  namesRace(text) ? (raceIdOf(text) ?? text) : text.trim();

interface RaceSearchProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly open: (id: string) => void;
}

/** Finds a race by its number or its whole id, or the races of a player. */
export function RaceSearch({ text, setText, open }: RaceSearchProps) {
  const { t } = useWords(racesWords);
  const id = namesRace(text) ? raceIdOf(text) : null;
  return (
    <search>
      <form
        className="flex flex-wrap gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (id !== null) open(id);
        }}
      >
        <SearchField label={t("raceId")} value={text} onChange={setText} className="flex-1" />
        <Button type="submit" disabled={id === null}>
          {t("find")}
        </Button>
      </form>
    </search>
  );
}
