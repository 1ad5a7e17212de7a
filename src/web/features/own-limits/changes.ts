import { useMutation } from "@tanstack/react-query";
import type { Api } from "../../../contract/api.ts";
import type { Input } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { queryClient } from "../../foundation/lib/query-client.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";

type Changes = Input<Api["setLimits"]>["body"];
type BreakAsked = Input<Api["takeBreak"]>["body"];

export const useSetLimits = (address: string) =>
  useMutation({
    mutationFn: (body: Changes) => fetchApi("setLimits", { params: { wallet: address }, body }),
    onSuccess: ({ limits }) => queryClient.setQueryData(queryKeys.ownLimits(address), limits),
  });

export const useTakeBreak = (address: string) =>
  useMutation({
    mutationFn: (body: BreakAsked) => fetchApi("takeBreak", { params: { wallet: address }, body }),
    onSuccess: ({ limits }) => queryClient.setQueryData(queryKeys.ownLimits(address), limits),
  });
