import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { Api, EndpointName } from "../../../../contract/api.ts";
import type { Approval } from "../../../../contract/approvals/approvals.ts";
import type { AdminPurpose } from "../../../../contract/sign-in/step-up.ts";
import type { CallInput } from "../../../../contract/wire/client.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { useAttempts } from "../../../foundation/lib/attempts.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { queryClient } from "../../../foundation/lib/query-client.ts";
import { invalidateQueries } from "../../../foundation/lib/query-keys.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { logSilentFailure } from "../../../foundation/lib/silent-failure.ts";
import { useAdminAddress } from "./admin-address.ts";
import { banner } from "./banner.tsx";
import { callAsAdmin } from "./step-up.ts";
import { kitWords } from "./words.en.ts";

interface Change<Name extends EndpointName> {
  readonly call: Name;
  /** What the wallet would be asked to confirm, if not what the call says. */
  readonly purpose?: AdminPurpose;
  /** The calls whose answers this change makes stale. */
  readonly stale: readonly EndpointName[];
  /** Shown when it worked. */
  readonly done?: string;
  /** Why everything is as it was, where the reply says more than that it is. */
  readonly unchanged?: (reply: Reply<Api[Name]>) => string;
  /** Shown when it failed and the server gave no reason; null where the page is to stay silent. */
  readonly failed: string | null;
}

/** An admin's write: the banner reports the outcome, and the lists that it changes are refetched. */
export function useChange<Name extends EndpointName>({
  call,
  purpose,
  stale,
  done,
  unchanged,
  failed,
}: Change<Name>): UseMutationResult<Reply<Api[Name]>, Error, CallInput<Api[Name]>> {
  const address = useAdminAddress();
  const { t } = useWords(kitWords);
  const attempts = useAttempts();
  return useMutation({
    mutationFn: (input: CallInput<Api[Name]>) => callAsAdmin(call, input, purpose, attempts),
    onSuccess: (reply) => {
      if (isWaiting(reply)) banner.good(t("waitsForAdmin"));
      else if (isUnchanged(reply)) banner.plain(unchanged?.(reply) ?? t("nothingChanged"));
      else if (done !== undefined) banner.good(done);
    },
    onError: (error) => {
      if (failed === null) logSilentFailure(call, error);
      else banner.bad(errorText(error, failed));
    },
    // After a failure too: the list may be out of date.
    onSettled: () => refetchAnswers(address, ...stale),
  });
}

/** Whether the change moves so much that another admin has to approve it (rule IDENTITY-5). */
const isWaiting = (reply: object): boolean =>
  "approval" in reply && (reply.approval as Approval | null)?.status === "waiting";

/** Whether the server found everything already as asked (rule EFFECT-1). */
export const isUnchanged = (reply: object): boolean => "changed" in reply && reply.changed === false;

/**
 * Refetches the answers of these calls. Along with the list of settings, the page refetches what it knows of them
 * itself.
 */
export async function refetchAnswers(address: string, ...calls: readonly EndpointName[]): Promise<void> {
  await Promise.all([
    ...calls.map((call) => queryClient.invalidateQueries({ queryKey: ["admin", address, call] })),
    calls.includes("listSettings") ? invalidateQueries("runtime") : undefined,
  ]);
}
