import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this distance of its end, a list counts as being at its end. */
const NEAR_PX = 24;

/**
 * Keeps a list scrolled to its end while items are added, until somebody scrolls up.
 *
 * @param added changes when something was added
 * @param isHeld whether the list has to stay still, as while something in it is open
 */
export function useStickyEnd(added: unknown, isHeld: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const sticks = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const follow = useCallback(() => {
    const element = scroller.current;
    if (element === null || !sticks.current || isHeld) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, [isHeld]);

  useLayoutEffect(follow, [follow, added]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return;
    const note = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const isNear = scrollHeight - clientHeight - scrollTop < NEAR_PX;
      // Content growing below leaves the list short of its end although nobody has scrolled.
      if (isNear) sticks.current = true;
      else if (scrollTop < lastTop.current) sticks.current = false;
      lastTop.current = scrollTop;
      setIsAtEnd(sticks.current);
    };
    element.addEventListener("scroll", note, { passive: true });
    const resized = new ResizeObserver(follow);
    resized.observe(element);
    resized.observe(content.current);
    return () => {
      element.removeEventListener("scroll", note);
      resized.disconnect();
    };
  }, [follow]);

  const scrollToEnd = useCallback(() => {
    sticks.current = true;
    setIsAtEnd(true);
    follow();
  }, [follow]);
  return { scroller, content, isAtEnd, scrollToEnd };
}
