import type { NotificationContent, ParamFormats } from "./catalogue.ts";

/** Puts the params in their places in a text. Apart from the catalogue, which the page begins without. */
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

/** Of a wallet, as much as is read. */
export const walletPrefix = (address: string): string => `${address.slice(0, 8)}\u2026`;
