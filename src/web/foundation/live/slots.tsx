import { createContext, Suspense, useContext, type ComponentType } from "react";
import type { DashboardTabName } from "../../../contract/pages.ts";
import type { User } from "../../../contract/players/players.ts";
import type { Race } from "../../../contract/races/race-shape.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import type { Playback } from "../../../track/track-state.ts";
import type { DialogName } from "../lib/dialogs.ts";
import type { RaceResult } from "./race-result.ts";

type Nothing = Readonly<Record<string, never>>;

/** Places that features fill, and what each place passes to what is in it. */
export interface SlotProps {
  /** While the page is open, whatever it shows: effects, and dialogs that open automatically. */
  readonly page: Nothing;
  /** The header's switches, and its right end. */
  readonly "header-switch": Nothing;
  readonly "header-player": Nothing;
  readonly settings: Nothing;
  /** Above the tabs of a phone, on the race page. */
  readonly "race-foot": Nothing;
  /** On the race page: right below the horses, and below the track. */
  readonly "race-bet": Nothing;
  readonly "race-card": Nothing;
  /** The third column of the race page, where the window is wide. */
  readonly "race-chat": Nothing;
  /** In a phone's tab bar, before the settings. */
  readonly tab: Nothing;
  /** Over the track; `playback` is null while the race is live. */
  readonly track: { readonly race: Race | null; readonly playback: Playback | undefined };
  /** Next to a result, and above the replay of a race that was run: what can be kept of it. */
  readonly win:
    | { readonly result: RaceResult; readonly place: "track" | "replay" }
    | { readonly race: Race; readonly place: "heading" };
  /** Next to a finished race: how it is checked. */
  readonly proof: { readonly raceId: string };
  /** On the dashboard: at its top, next to the balance and below it, next to the profit, and at its end. */
  readonly "dashboard-news": { readonly address: string };
  readonly "dashboard-balance": { readonly balance: Lamports };
  readonly "dashboard-owed": { readonly address: string };
  readonly dashboard: { readonly address: string };
  readonly "dashboard-referral": { readonly user: User };
  /** At the end of the dashboard's profile. */
  readonly "dashboard-profile": { readonly address: string };
  /** On the card of a player: what can be done about them. */
  readonly "player-card": { readonly wallet: string; readonly name: string };
  /** In the panel, below the users; for admins. */
  readonly "admin-users": { readonly address: string };
}

/** A tab of the dashboard. It is rendered for the player whose address it receives. */
export interface DashboardTab {
  readonly path: DashboardTabName;
  readonly Tab: ComponentType<{ readonly address: string }>;
}

/** What a feature adds to the page. The frame knows features only through the list in `app/features.ts`. */
export interface Feature {
  readonly pages?: readonly { readonly paths: readonly string[]; readonly Page: ComponentType }[];
  /** Each is shown while its {@link DialogName} is open. */
  readonly dialogs?: { readonly [Name in DialogName]?: ComponentType };
  /** Each is shown over the race page, at its own addresses. */
  readonly sheets?: readonly { readonly paths: readonly string[]; readonly Sheet: ComponentType }[];
  readonly dashboardTabs?: readonly DashboardTab[];
  readonly slots?: { readonly [Name in keyof SlotProps]?: ComponentType<SlotProps[Name]> };
}

const Features = createContext<readonly Feature[]>([]);

export const FeaturesProvider = Features.Provider;
export const useFeatures = (): readonly Feature[] => useContext(Features);

type SlotInput<Name extends keyof SlotProps> = SlotProps[Name] extends Nothing
  ? { readonly name: Name; readonly given?: SlotProps[Name] }
  : { readonly name: Name; readonly given: SlotProps[Name] };

/** What the features put in a place, in the order of their list. */
export function Slot<Name extends keyof SlotProps>({ name, given }: SlotInput<Name>) {
  return useFeatures().map(({ slots }, index) => {
    const Part = slots?.[name] as ComponentType<object> | undefined;
    if (Part === undefined) return null;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the list of features never changes
      <Suspense key={index}>
        <Part {...given} />
      </Suspense>
    );
  });
}
