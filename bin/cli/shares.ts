/** A share as a line of text, with its sample. */
export const percent = ({ rate, n }: { rate: number | null; n: number }): string => {
  if (rate === null) return "none yet";
  return `${Math.round(100 * rate)} % of ${n}`;
};

/** Of a text of several lines the first. */
export const firstLine = (text: string): string => text.split("\n")[0] ?? "";
