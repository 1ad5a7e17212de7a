import type { NotificationContent, ParamFormats } from "./catalogue.ts";

/** Fills the params into a text. Separate from the catalogue, which the page does not load at first. */
export const fillText = (
  text: string,
  params: NotificationContent["params"],
  formats: ParamFormats,
): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const format = (formats as unknown as Readonly<Record<string, (value: unknown) => string>>)[name];
    const value = (params as Readonly<Record<string, unknown>>)[name];
    return format === undefined || value === undefined ? place : format(value);
  });

/** As much of a wallet address as people read. */
export const walletPrefix = (address: string): string => `${address.slice(0, 8)}\u2026`;
