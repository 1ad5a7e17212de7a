import { useEffect } from "react";
import { create } from "zustand";
import { openDialog, useDialogs } from "../layout/dialogs.ts";
import { shortcutOf, type Shortcut } from "./shortcut-keys.ts";
import { readStored, writeStored } from "../lib/storage.ts";

const STORED_SWITCH = "shortcuts";

const useSwitch = create<{ readonly enabled: boolean }>(() => ({
  enabled: readStored(STORED_SWITCH) !== "off",
}));

/** Whether the shortcuts are on, and how to change that. */
export function useShortcutsSwitch(): readonly [boolean, (enabled: boolean) => void] {
  const enabled = useSwitch((state) => state.enabled);
  const change = (next: boolean) => {
    writeStored(STORED_SWITCH, next ? null : "off");
    useSwitch.setState({ enabled: next });
  };
  return [enabled, change];
}

/** Keys typed into a field, into a dialog or onto a control belong there. */
function isTakenElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (useDialogs.getState().open !== null || document.querySelector("dialog[open]") !== null) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input:not([type=radio]), textarea, select, [contenteditable]") !== null) return true;
  return event.key === "Enter" && target.closest("button, a") !== null;
}

/** Listens for the race page's shortcuts while they are switched on. */
export function useShortcuts(run: (shortcut: Shortcut) => void): void {
  const enabled = useSwitch((state) => state.enabled);
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (isTakenElsewhere(event)) return;
      const shortcut = shortcutOf(event.key);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut.kind === "help") openDialog("help");
      else run(shortcut);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [enabled, run]);
}
