import { type RefObject, useRef, useState } from "react";
import type { Api, EndpointName } from "../../../../contract/api.ts";
import type { CallInput } from "../../../../contract/wire/client.ts";
import { LONGEST_MASTER_PASSWORD } from "../../../../domain/master-password.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { banner } from "../kit/banner.tsx";
import { type CallOutcome, type HouseCall, useHouseCall } from "./use-house-call.ts";
import { walletsWords } from "./words.en.ts";

interface PasswordCall<Name extends EndpointName> extends Omit<HouseCall<Name>, "input"> {
  readonly input: (caller: {
    readonly adminWallet: string;
    readonly masterPassword: string;
  }) => CallInput<Api[Name]>;
  /** Shown when there is no password. */
  readonly missing?: string;
}

export interface MasterPassword {
  readonly value: string;
  readonly set: (typed: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  /** What is wrong with it; null when nothing is known to be. */
  readonly complaint: string | null;
  /** The call in progress; null when there is none. */
  readonly underWay: EndpointName | null;
  /** Whether there is a password to call with; if not, the admin is asked for it. */
  readonly isThere: (missing?: string) => boolean;
  readonly call: <Name extends EndpointName>(order: PasswordCall<Name>) => Promise<CallOutcome<Name>>;
}

/**
 * The one master password of the tab, for all calls that need it. It is held only here, and is forgotten after a call
 * that worked and when the tab goes away (rule MONEY-18). `onCalled` runs after each call that was, or may
 * have been, carried out.
 */
export function useMasterPassword(onCalled: () => void): MasterPassword {
  const { t } = useWords(walletsWords);
  const adminWallet = useAdminAddress();
  const [value, setValue] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const { underWay, send } = useHouseCall();
  const field = useRef<HTMLInputElement>(null);

  function complain(why: string) {
    setComplaint(why);
    field.current?.focus();
    field.current?.select();
  }

  function isThere(missing = t("enterPassword")) {
    const problem =
      value === "" ? missing : value.length > LONGEST_MASTER_PASSWORD ? t("passwordTooLong") : null;
    if (problem === null) return true;
    banner.bad(problem);
    complain(problem);
    return false;
  }

  return {
    value,
    set(typed) {
      setValue(typed);
      setComplaint(null);
    },
    field,
    complaint,
    underWay,
    isThere,
    async call({ input, missing, ...order }) {
      if (underWay !== null || !isThere(missing)) return { kind: "not-sent" };
      setComplaint(null);
      const outcome = await send({ ...order, input: input({ adminWallet, masterPassword: value }) });
      if (outcome.kind === "done") setValue("");
      if (outcome.kind === "done" || outcome.kind === "unanswered") onCalled();
      if (outcome.kind === "refused" && /^(MASTER_PASSWORD_WRONG|RATE_LIMITED)$/.test(outcome.code))
        complain(outcome.text);
      return outcome;
    },
  };
}
