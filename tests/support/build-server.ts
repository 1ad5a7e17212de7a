import { buildServerIfStale } from "../../scripts/build.mjs";

/** Runs before the files that start servers: two of them at a time would write the same build. */
export const setup = (): void => void buildServerIfStale();
