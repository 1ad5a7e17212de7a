import { parseWalletAddress } from "../../../domain/wallet-address.ts";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { raceIdOf } from "../kit/race-id.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { racesWords } from "./words.en.ts";

/** What the server looks for: a race's id, also where its number was typed, or a player's wallet. */
export const searchedRace = (text: string): string =>
  parseWalletAddress(text).ok ? text : (raceIdOf(text) ?? text);

interface RaceSearchProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly open: (id: string) => void;
}

/** Finds a race by its number or its whole id, or the races of a player (rule ADMIN-13). */
export function RaceSearch({ text, setText, open }: RaceSearchProps) {
  const { t } = useWords(racesWords);
  const id = parseWalletAddress(text.trim()).ok ? null : raceIdOf(text);
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
