import * as z from "zod/mini";
import { LONGEST_MASTER_PASSWORD } from "../../domain/master-password.ts";
import { adminBody } from "./admin-caller.ts";
import { headerText } from "./codecs.ts";

/** Never in a URL, a log, an error or a reply. */
export const masterPassword = z
  .string({ error: "MASTER_PASSWORD_REQUIRED" })
  .check(
    z.minLength(1, { error: "MASTER_PASSWORD_REQUIRED" }),
    z.maxLength(LONGEST_MASTER_PASSWORD, { error: "is too long" }),
  );

export const masterPasswordHeader = headerText(masterPassword, "MASTER_PASSWORD_REQUIRED");

/** Fields of a call that requires the master password from an admin. */
export const withMasterPassword = { ...adminBody, masterPassword };

/** Passwords per minute; wrong ones are also queued one after another. */
export const MASTER_PASSWORDS_PER_MINUTE = 10;
