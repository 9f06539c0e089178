"use client";

import { type RefObject, useEffect, useState } from "react";

/** Height of a line of code in pixels, which is what a finger can press. */
export const LINE_HEIGHT = 24;

/** Files of so many lines are drawn whole, so that the browser's own search finds everything in them. */
const DRAWN_WHOLE = 1_500;

const MARGIN = 60;

/** Which lines of a long file to draw: those in view of its scrolling element, and some around them. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
): { first: number; last: number } {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(900);
  const whole = count <= DRAWN_WHOLE;
  useEffect(() => {
    const element = scroller.current;
    if (whole || !element) return;
    const read = () => {
      // In steps, so that a little scrolling draws nothing again.
      setTop(Math.floor(element.scrollTop / (MARGIN * LINE_HEIGHT)) * MARGIN);
      setHeight(element.clientHeight);
    };
    read();
    element.addEventListener("scroll", read, { passive: true });
    window.addEventListener("resize", read);
    return () => {
      element.removeEventListener("scroll", read);
      window.removeEventListener("resize", read);
    };
  }, [scroller, whole]);
  if (whole) return { first: 1, last: count };
  const seen = Math.ceil(height / LINE_HEIGHT);
  return { first: Math.max(1, top - MARGIN), last: Math.min(count, top + seen + 2 * MARGIN) };
}
