import { useEffect } from "react";
import { create } from "zustand";
import { isPageCovered } from "./dialogs.ts";
import { readStored, writeStored } from "./storage.ts";

const STORED_SWITCH = "shortcuts";

const useSwitch = create<{ readonly enabled: boolean }>(() => ({
  enabled: readStored(STORED_SWITCH) !== "off",
}));

/** Whether the shortcuts are on, and a function to switch them. */
export function useShortcutsSwitch(): readonly [boolean, (enabled: boolean) => void] {
  const enabled = useSwitch((state) => state.enabled);
  const change = (next: boolean) => {
    writeStored(STORED_SWITCH, next ? null : "off");
    useSwitch.setState({ enabled: next });
  };
  return [enabled, change];
}

/** Keys pressed in a field, in a dialog or on a control belong there. */
function isTakenElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (isPageCovered()) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input:not([type=radio]), textarea, select, [contenteditable]") !== null) return true;
  return (event.key === "Enter" || event.key === " ") && target.closest("button, a") !== null;
}

/** Passes on the keys that belong to nothing else while shortcuts are on; `handle` returns whether it took the key. */
export function useKeys(handle: (event: KeyboardEvent) => boolean): void {
  const enabled = useSwitch((state) => state.enabled);
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (!isTakenElsewhere(event) && handle(event)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [enabled, handle]);
}
