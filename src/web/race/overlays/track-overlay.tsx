import { useShallow } from "zustand/react/shallow";
import { useRace } from "../race-store.ts";
import { phaseOf, shownResult } from "../race-view.ts";
import { BeaconRing, CountdownRing, GoRing } from "./countdown-ring.tsx";
import { OverlayCard, WaitingCard } from "./waiting-card.tsx";
import { WinnerCard } from "./winner-card.tsx";

/** What stands over the track at this moment of the race. */
export function TrackOverlay({ isReplay }: { readonly isReplay: boolean }) {
  const result = useRace(shownResult);
  const phase = useRace(
    useShallow((state) => {
      const current = phaseOf(state);
      return {
        kind: current.kind,
        go: current.kind === "racing" && current.go,
        players: current.kind === "waiting" ? current.players : 0,
        needed: current.kind === "waiting" ? current.needed : 0,
        reason: current.kind === "refunded" ? current.reason : null,
      };
    }),
  );

  if (result !== null) return <WinnerCard result={result} isReplay={isReplay} />;
  switch (phase.kind) {
    case "loading":
      return isReplay ? null : <Welcome />;
    case "none":
      return (
        <OverlayCard>
          <h2 className="text-xl">No race right now</h2>
          <p className="mt-1 text-muted">The next one opens by itself.</p>
        </OverlayCard>
      );
    case "opening":
      return (
        <OverlayCard>
          <h2 className="text-xl">Opening</h2>
          <p className="mt-1 text-muted">The race's commitment is being written on chain.</p>
        </OverlayCard>
      );
    case "waiting":
      return <WaitingCard players={phase.players} needed={phase.needed} />;
    case "countdown":
      return <CountdownRing />;
    case "locked":
      return <BeaconRing text="Bets are closed" />;
    case "post":
      return <BeaconRing text="At the post" />;
    case "racing":
      return phase.go ? <GoRing /> : null;
    case "finished":
    case "completed":
      return null;
    case "refunded":
      return (
        <OverlayCard>
          <h2 className="text-xl">Race refunded</h2>
          <p className="mt-1 text-muted">
            {phase.reason ?? "All stakes went back to the players' balances."}
          </p>
        </OverlayCard>
      );
  }
}

/** What this is, for as long as the race is still on its way. */
function Welcome() {
  return (
    <OverlayCard enters={false}>
      <h2 className="text-xl">Six horses, one pool, and a winner that anyone can check</h2>
      <p className="mt-1 text-muted">The race is coming up.</p>
    </OverlayCard>
  );
}
