import { useEffect, useState } from "react";
import { announcementOf, ownResultOf } from "./announcements.ts";
import { useRace } from "../live/race-store.ts";
import { useWords } from "../words/use-words.ts";
import { trackViewWords } from "./words.en.ts";

/** At most one message per this interval. */
const PAUSE_MS = 2000;

/** The race for screen reader users: one polite line, and the player's own result as an alert. */
export function Announcer() {
  const inRace = useWords(trackViewWords);
  const current = useRace((state) => announcementOf(state, inRace));
  const ownResult = useRace((state) => ownResultOf(state, inRace));
  const [spoken, setSpoken] = useState("");
  const [last, setLast] = useState(0);

  useEffect(() => {
    if (current === "" || current === spoken) return;
    const timer = setTimeout(
      () => {
        setSpoken(current);
        setLast(performance.now());
      },
      Math.max(0, last + PAUSE_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [current, spoken, last]);

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
      <p aria-live="assertive" className="sr-only">
        {ownResult}
      </p>
    </>
  );
}
