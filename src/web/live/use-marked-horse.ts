import { useBetSlip } from "./bet-slip.ts";
import { useRace } from "./race-store.ts";

/** The horse to mark as the player's: the one bet on, else the one picked. */
export function useMarkedHorse(): number | null {
  const bet = useRace((state) => state.yourBet?.horse_id ?? null);
  const raceId = useRace((state) => state.race?.id);
  const picked = useBetSlip((slip) => (slip.raceId === raceId ? slip.horseId : null));
  return bet ?? picked;
}
