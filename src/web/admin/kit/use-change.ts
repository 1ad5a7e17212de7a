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
  /** The calls whose answers it makes stale. */
  readonly stale: readonly EndpointName[];
  /** Said when it worked. */
  readonly done?: string;
  /** Said when it failed and the server gave no reason; null where the page is to be silent (rule ADMIN-7). */
  readonly failed: string | null;
}

/** An admin's write: its outcome is said in the banner, and the lists that it changes are asked for anew (rule ADMIN-5). */
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
    // Also after a failure: the list may show what is no longer so.
    onSettled: () => refetchAnswers(address, ...stale),
  });
}

/** Whether it moves so much that another admin has to approve it (rule IDENTITY-5). */
const isWaiting = (reply: object): boolean =>
  "approval" in reply && (reply.approval as Approval | null)?.status === "waiting";

/** Asks anew for what these calls answered; what the page itself knows of the settings goes with their list (rule ADMIN-10). */
export async function refetchAnswers(address: string, ...calls: readonly EndpointName[]): Promise<void> {
  await Promise.all([
    ...calls.map((call) => queryClient.invalidateQueries({ queryKey: ["admin", address, call] })),
    calls.includes("listSettings") ? invalidateQueries("runtime") : undefined,
  ]);
}
