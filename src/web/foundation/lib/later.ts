import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/**
 * A component that is loaded when it is first drawn. In one place, because every page loads what this is called with.
 */
export const later = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load() }));

/** As {@link later}, but nothing is drawn if it does not load: for what a page can do without. */
export const laterIfAtAll = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => later<Props>(() => load().catch(() => () => null));
