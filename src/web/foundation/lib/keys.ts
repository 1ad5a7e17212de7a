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

/**
 * What a key means as a shortcut, letters in lower case: what it types, or where a layout has no digit or Latin letter
 * there, what the key at its place has on a keyboard of the United States (rule PAGE-5).
 */
export function shortcutKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length > 1 || /[a-z0-9]/i.test(key)) return key.length > 1 ? key : key.toLowerCase();
  const atPlace = /^(?:Digit(\d)|Key([A-Z]))$/.exec(code);
  const digit = shiftKey ? undefined : atPlace?.[1];
  const letter = /\p{L}/u.test(key) ? atPlace?.[2]?.toLowerCase() : undefined;
  return digit ?? letter ?? key;
}

/** Passes on the keys that belong to nothing else while shortcuts are on; `handle` returns whether it took the key. */
export function useKeys(handle: (key: string) => boolean): void {
  const enabled = useSwitch((state) => state.enabled);
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (!isTakenElsewhere(event) && handle(shortcutKey(event))) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [enabled, handle]);
}
