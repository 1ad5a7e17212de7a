import { useState } from "react";
import type { EndpointName } from "../../../contract/api.ts";

/** What a form sent without success, and with which idempotency key, by call. */
export class Attempts extends Map<EndpointName, { readonly content: string; readonly key: string }> {
  /**
   * The key of a call: that of the last attempt if it failed, or its answer was lost, and the content is the same;
   * otherwise a new one (rule IDEM-5). Master passwords are not compared and not remembered.
   */
  keyOf(name: EndpointName, input: unknown): string {
    const content = JSON.stringify(input, (field, value: unknown) => {
      if (field === "masterPassword") return undefined;
      return typeof value === "bigint" ? value.toString() : value;
    });
    const last = this.get(name);
    if (last?.content === content) return last.key;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.set(name, { content, key });
    return key;
  }
}

export const newAttempts = (): Attempts => new Attempts();

/** The attempts of one form, for as long as it is open. */
export const useAttempts = (): Attempts => useState(newAttempts)[0];
