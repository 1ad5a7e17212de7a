import { expect, it } from "vitest";
import { shortcutKey } from "./keys.ts";

const pressed = (key: string, code: string, shiftKey = false) =>
  shortcutKey({ key, code, shiftKey } as KeyboardEvent);

it("PAGE-5 a shortcut is what a key types, or its place where that is no digit and no Latin letter", () => {
  // French: the digits need Shift, and Q is where others have A.
  expect(pressed("é", "Digit2")).toBe("2");
  expect(pressed("2", "Digit2", true)).toBe("2");
  expect(pressed("q", "KeyA")).toBe("q");
  expect(pressed("a", "KeyQ")).toBe("a");
  // Russian, Greek and Hebrew.
  expect(pressed("й", "KeyQ")).toBe("q");
  expect(pressed("Ц", "KeyW", true)).toBe("w");
  expect(pressed("μ", "KeyM")).toBe("m");
  expect(pressed("ר", "KeyR")).toBe("r");
  // American: Shift and a digit are no digit; nor is a comma a letter.
  expect(pressed("@", "Digit2", true)).toBe("@");
  expect(pressed("?", "Slash", true)).toBe("?");
  expect(pressed("?", "Digit7", true)).toBe("?");
  expect(pressed("Q", "KeyQ", true)).toBe("q");
  expect(pressed("Enter", "Enter")).toBe("Enter");
  expect(pressed(" ", "Space")).toBe(" ");
  expect(pressed(",", "KeyM")).toBe(",");
});
