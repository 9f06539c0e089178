const REGION = "live-region";

/** The attributes of the one polite live region of the page; the frame renders it. */
export const liveRegion = { id: REGION, role: "status", "aria-live": "polite" } as const;

/** Says something to people who cannot see it change: "3 selected". Silent on pages without the frame. */
export function announce(message: string): void {
  const region = document.getElementById(REGION);
  if (region) region.textContent = message;
}
