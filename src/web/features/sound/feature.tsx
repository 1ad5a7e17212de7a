import { useEffect } from "react";
import { useKeys } from "../../foundation/lib/keys.ts";
import type { Feature, SlotProps } from "../../foundation/live/slots.tsx";
import { phaseOf } from "../../foundation/live/race-phase.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { Checkbox } from "../../foundation/ui/checkbox.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { SoundButton } from "./sound-button.tsx";
import { awaitGesture, hearRace, toggleSound, useSoundOn } from "./sound-switch.ts";
import { soundWords } from "./words.en.ts";

export const soundFeature: Feature = {
  slots: {
    page: SoundKey,
    // A phone's header has no room for it: there it is in the settings.
    "header-switch": () => <SoundButton className="max-tablet:hidden" />,
    settings: SoundSetting,
    track: TrackSound,
  },
};

/** Resumes sound with the first gesture; M switches it. */
function SoundKey() {
  useEffect(awaitGesture, []);
  useKeys(switchOnM);
  return null;
}

function switchOnM(key: string): boolean {
  if (key !== "m") return false;
  toggleSound();
  return true;
}

function SoundSetting() {
  const isOn = useSoundOn();
  const { t } = useWords(soundWords);
  return (
    <Checkbox checked={isOn} onChange={toggleSound}>
      {t("isOn")}
    </Checkbox>
  );
}

/** The race to be heard; none before the start, and none once the track is empty. */
function TrackSound({ race, playback }: SlotProps["track"]) {
  const isShown = useRace((state) => state.result !== null || phaseOf(state).kind !== "completed");
  const startsAt = race?.startsAt?.getTime() ?? null;
  const motionSeed = isShown ? (race?.motionSeed ?? null) : null;
  const durationMs = race?.durationMs ?? 0;
  const places = race?.places ?? null;
  useEffect(() => {
    if (startsAt === null || motionSeed === null) return;
    hearRace({ durationMs, run: { startsAt, motionSeed, places, ...(playback && { playback }) } });
    return () => hearRace(null);
    // oxlint-disable-next-line react/exhaustive-deps -- the places come as a new list each time the pool grows
  }, [startsAt, motionSeed, durationMs, places?.join(), playback]);
  return null;
}
