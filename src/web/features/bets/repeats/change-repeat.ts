import { useMutation } from "@tanstack/react-query";
import type { Api } from "../../../../contract/api.ts";
import type { CallInput } from "../../../../contract/wire/client.ts";
import type { Input, Reply } from "../../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { type Attempts, useAttempts } from "../../../foundation/lib/attempts.ts";
import { CallRefused } from "../../../foundation/lib/call-refused.ts";
import { queryClient } from "../../../foundation/lib/query-client.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { callConfirmed } from "../call-confirmed.ts";

type RepeatOrder = Input<Api["startRepeat"]>["body"];

/** {@link callConfirmed}, as mutations need it: throws {@link CallRefused}. */
async function fetchConfirmed<Name extends "startRepeat" | "resumeRepeat">(
  name: Name,
  input: CallInput<Api[Name]>,
  attempts?: Attempts,
): Promise<Reply<Api[Name]>> {
  const result = await callConfirmed(name, input, attempts);
  if (!result.ok) throw new CallRefused(result);
  return result.value;
}

export function useStartRepeat(address: string) {
  const attempts = useAttempts();
  return useMutation({
    mutationFn: (body: RepeatOrder) => fetchConfirmed("startRepeat", { body }, attempts),
    onSuccess: (answer) => queryClient.setQueryData(queryKeys.repeat(address), answer),
  });
}

export const useResumeRepeat = (address: string) =>
  useMutation({
    mutationFn: (raceId: string) => fetchConfirmed("resumeRepeat", { body: { raceId } }),
    onSuccess: (answer) => queryClient.setQueryData(queryKeys.repeat(address), answer),
  });

export const useStopRepeat = (address: string) =>
  useMutation({
    mutationFn: () => fetchApi("stopRepeat", {}),
    onSuccess: (answer) => queryClient.setQueryData(queryKeys.repeat(address), answer),
  });
