import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";

export type Overview = Reply<Api["getOverview"]>;
export type Problem = Overview["problems"][number];
