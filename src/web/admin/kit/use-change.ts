import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { Api, EndpointName } from "../../../contract/api.ts";
import type { Approval } from "../../../contract/approvals/approvals.ts";
import type { StepUpPurpose } from "../../../contract/sign-in/step-up.ts";
import type { CallInput } from "../../../contract/wire/client.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { errorText } from "../../lib/call-refused.ts";
import { queryClient } from "../../lib/query-client.ts";
import { invalidateQueries } from "../../lib/query-keys.ts";
import { useWords } from "../../words/use-words.ts";
import { logSilentFailure } from "../../lib/silent-failure.ts";
import { useAdminAddress } from "./admin-address.ts";
import { banner } from "./banner.tsx";
import { callAsAdmin } from "./step-up.ts";
import { kitWords } from "./words.en.ts";

interface Change<Name extends EndpointName> {
  readonly call: Name;
  /** What the wallet would be asked to confirm. */
  readonly purpose?: StepUpPurpose;
  /** The calls whose answers this change makes stale. */
  readonly stale: readonly EndpointName[];
  /** Shown when it worked. */
  readonly done?: string;
  /** Shown when it failed and the server gave no reason; null where the page is to stay silent (rule ADMIN-7). */
  readonly failed: string | null;
}

/** An admin's write: the banner reports the outcome, and the lists that it changes are refetched (rule ADMIN-5). */
export function useChange<Name extends EndpointName>({
  call,
  purpose = "house-money",
  stale,
  done,
  failed,
}: Change<Name>): UseMutationResult<Reply<Api[Name]>, Error, CallInput<Api[Name]>> {
  const address = useAdminAddress();
  const { t } = useWords(kitWords);
  return useMutation({
    mutationFn: (input: CallInput<Api[Name]>) => callAsAdmin(call, input, purpose),
    onSuccess: (reply) => {
      if (isWaiting(reply)) banner.good(t("waitsForAdmin"));
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

/**
 * Refetches the answers of these calls. Along with the list of settings, the page refetches what it knows of them itself (rule ADMIN-10).
 */
export async function refetchAnswers(address: string, ...calls: readonly EndpointName[]): Promise<void> {
  await Promise.all([
    ...calls.map((call) => queryClient.invalidateQueries({ queryKey: ["admin", address, call] })),
    calls.includes("listSettings") ? invalidateQueries("runtime") : undefined,
  ]);
}
