import { useRef, useState } from "react";
import type { Api, EndpointName } from "../../../../contract/api.ts";
import type { AdminPurpose } from "../../../../contract/sign-in/step-up.ts";
import type { CallInput } from "../../../../contract/wire/client.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import type { RefusalCode } from "../../../../contract/wire/refusals.ts";
import { useAttempts } from "../../../foundation/lib/attempts.ts";
import { CallRefused, errorText, hasOwnText } from "../../../foundation/lib/call-refused.ts";
import { logSilentFailure } from "../../../foundation/lib/silent-failure.ts";
import { useWallet } from "../../../foundation/lib/wallet/wallet-store.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { banner } from "../kit/banner.tsx";
import { callAsAdmin } from "../kit/step-up.ts";
import { isUnchanged, refetchAnswers } from "../kit/use-change.ts";
import { kitWords } from "../kit/words.en.ts";
import { walletsWords } from "./words.en.ts";

export interface HouseCall<Name extends EndpointName> {
  readonly call: Name;
  readonly input: CallInput<Api[Name]>;
  /** What the wallet would be asked to confirm. */
  readonly purpose?: AdminPurpose;
  /** Shown when it failed and the server gave no reason. */
  readonly failed: string;
  /** Shown when it worked. */
  readonly done?: (reply: Reply<Api[Name]>) => string;
}

type Outcome<Reply> =
  | { readonly kind: "done"; readonly reply: Reply }
  /** Nothing happened, for a reason that the server gave. */
  | {
      readonly kind: "refused";
      readonly code: RefusalCode;
      readonly text: string;
      readonly field: string | null;
    }
  /** It is unknown whether it happened. */
  | { readonly kind: "unanswered" }
  /** Something is missing, or another call is in progress. */
  | { readonly kind: "not-sent" };

export type CallOutcome<Name extends EndpointName> = Outcome<Reply<Api[Name]>>;

/** The reads that show what these calls change. */
const stale = ["getHouseOverview", "listHouseTransactions", "getWithdrawalQueue", "getSolvency"] as const;

/**
 * Calls that contain a password, one at a time, so that a double click is one call. They are not
 * mutations, which store what they were called with.
 */
export function useHouseCall() {
  const { t } = useWords(walletsWords);
  const kit = useWords(kitWords);
  const adminWallet = useAdminAddress();
  const [underWay, setUnderWay] = useState<EndpointName | null>(null);
  const isRunning = useRef(false);
  const attempts = useAttempts();

  async function send<Name extends EndpointName>(order: HouseCall<Name>): Promise<CallOutcome<Name>> {
    if (isRunning.current) return { kind: "not-sent" };
    // Another account of the wallet may have been selected since.
    if (adminWallet === "" || useWallet.getState().account?.address !== adminWallet) {
      banner.bad(t("noAdminWallet"));
      return { kind: "not-sent" };
    }
    isRunning.current = true;
    setUnderWay(order.call);
    try {
      const reply = await callAsAdmin(order.call, order.input, order.purpose, attempts);
      if (isUnchanged(reply)) banner.plain(kit.t("nothingChanged"));
      else if (order.done !== undefined) banner.good(order.done(reply));
      return { kind: "done", reply };
    } catch (error) {
      const text = errorText(error, order.failed);
      banner.bad(text);
      if (error instanceof CallRefused && hasOwnText(error.refused))
        return { kind: "refused", code: error.code, text, field: error.field };
      logSilentFailure(order.call, error);
      return { kind: "unanswered" };
    } finally {
      isRunning.current = false;
      setUnderWay(null);
      // After a failure too: what is shown may be out of date.
      void refetchAnswers(adminWallet, ...stale);
    }
  }

  return { underWay, send };
}
