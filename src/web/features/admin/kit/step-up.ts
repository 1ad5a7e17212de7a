import { create } from "zustand";
import type { Api, EndpointName } from "../../../../contract/api.ts";
import type { AdminPurpose } from "../../../../contract/sign-in/step-up.ts";
import type { CallInput } from "../../../../contract/wire/client.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { callApi, fetchApi } from "../../../foundation/lib/api.ts";
import type { Attempts } from "../../../foundation/lib/attempts.ts";
import { CallRefused } from "../../../foundation/lib/call-refused.ts";

export interface StepUpRequest {
  readonly id: number;
  readonly purpose: AdminPurpose;
  /** Without effect once it is answered. */
  readonly answer: (isConfirmed: boolean) => void;
}

interface StepUp {
  /** What waits for the wallet's confirmation; null when nothing does. */
  readonly request: StepUpRequest | null;
  /** Until when the session is confirmed, as far as this page knows. */
  readonly until: Date | null;
}

export const useStepUp = create<StepUp>(() => ({ request: null, until: null }));

/** What the wallet is asked to confirm for a call, where its caller does not say it; house money for the rest. */
export const purposes: { readonly [Name in EndpointName]?: AdminPurpose } = {
  setUsername: "players",
  setReferrer: "players",
  setChatModerator: "players",
  banUser: "players",
  unbanUser: "players",
  endSessions: "sessions",
  updateSetting: "settings",
  saveHorse: "content",
  archiveHorse: "content",
  deleteHorse: "content",
  createTitle: "content",
  assignTitle: "content",
  unassignTitle: "content",
  deleteTitle: "content",
  createEmoteGroup: "content",
  setEmoteGroupActive: "content",
  deleteEmoteGroup: "content",
  assignEmoteGroup: "content",
  unassignEmoteGroup: "content",
  uploadEmote: "content",
  bumpEmote: "content",
  deleteEmote: "content",
  createAnnouncement: "content",
  changeAnnouncement: "content",
  deleteAnnouncement: "content",
};

/**
 * A call that may require the wallet's confirmation, as every change by an admin does. When the server refuses it with
 * STEP_UP_REQUIRED, the wallet is asked and the same call is made once more; if the admin declines, it stays refused.
 * Throws {@link CallRefused}.
 */
export async function callAsAdmin<Name extends EndpointName>(
  name: Name,
  input: CallInput<Api[Name]>,
  purpose: AdminPurpose = purposes[name] ?? "house-money",
  attempts?: Attempts,
): Promise<Reply<Api[Name]>> {
  const first = await callApi(name, input, attempts);
  if (first.ok) return first.value;
  if (first.code !== "STEP_UP_REQUIRED" || !(await askToConfirm(purpose))) throw new CallRefused(first);
  return fetchApi(name, input, attempts);
}

let lastId = 0;

/** Opens the dialog; a question that is already open is answered with no. */
function askToConfirm(purpose: AdminPurpose): Promise<boolean> {
  return new Promise((resolve) => {
    useStepUp.getState().request?.answer(false);
    const id = (lastId += 1);
    const answer = (isConfirmed: boolean) => {
      if (useStepUp.getState().request?.id === id) useStepUp.setState({ request: null });
      resolve(isConfirmed);
    };
    useStepUp.setState({ request: { id, purpose, answer } });
  });
}
