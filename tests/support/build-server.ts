import { buildServerIfStale } from "../../scripts/build.mjs";

/** Before the files that start servers: two of them at a time would write the same build. */
export const setup = (): void => void buildServerIfStale();
