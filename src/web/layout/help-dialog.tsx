import { useShortcutsSwitch } from "../race/shortcuts.ts";
import { toggleSound, useSoundOn } from "../sound/sound-switch.ts";
import { Dialog } from "../ui/dialog.tsx";
import { closeDialog } from "./dialogs.ts";

const keys = [
  ["1 – 6", "Pick a horse"],
  ["B", "Go to the amount"],
  ["Q W E R", "Use one of your four presets"],
  ["Enter", "Place the bet"],
  ["M", "Sound on or off"],
  ["Space or K", "Replay: play or pause"],
  ["← →", "Replay: a second back or on"],
  ["?", "Show this help"],
] as const;

/** The keyboard shortcuts, and the switches for them and for sound. */
export function HelpDialog() {
  const [enabled, setEnabled] = useShortcutsSwitch();
  const soundOn = useSoundOn();
  return (
    <Dialog open onClose={closeDialog} title="Keyboard">
      <dl className="flex flex-col gap-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt>
              <kbd className="rounded-s border border-control bg-raised px-2 py-1 font-mono text-xs">
                {key}
              </kbd>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={enabled}
          onChange={(event) => setEnabled(event.target.checked)}
          className="size-5 accent-(--accent)"
        />
        Keyboard shortcuts are on
      </label>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={soundOn}
          onChange={toggleSound}
          className="size-5 accent-(--accent)"
        />
        Sound is on
      </label>
    </Dialog>
  );
}
