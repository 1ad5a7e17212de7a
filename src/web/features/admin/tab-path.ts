import { pagePaths } from "../../../contract/pages.ts";

/** The address of a tab of the panel. */
export const adminTabPath = (name: string): string => pagePaths.adminTab.replace(":tab", name);
