/** One thing that was tried: under which attack, what exactly, what happened, and whether the server held. */
export type Attempt = { attack: string; tried: string; happened: string; held: boolean };

export type Report = {
  add(attempt: Attempt): void;
  attempts(): readonly Attempt[];
};

export function createReport(): Report {
  const attempts: Attempt[] = [];
  return { add: (attempt) => attempts.push(attempt), attempts: () => attempts };
}

/** Those that did not hold. */
export const harmIn = (attempts: readonly Attempt[]) => attempts.filter(({ held }) => !held);

/** What happened, most often first, such as `403 ×40, 401 ×2`. */
function happenings(attempts: readonly Attempt[]): string {
  const counts = new Map<string, number>();
  for (const { happened } of attempts) counts.set(happened, (counts.get(happened) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_SHOWN)
    .map(([happened, count]) => `${happened} ×${count}`)
    .join(", ");
}

const MOST_SHOWN = 6;

/** A Markdown table with a row for each attack. */
export function tableOf(attempts: readonly Attempt[]): string {
  const attacks = [...new Set(attempts.map(({ attack }) => attack))];
  const rows = attacks.map((attack) => {
    const some = attempts.filter((attempt) => attempt.attack === attack);
    const cells = [attack, some.length, harmIn(some).length, happenings(some)];
    return `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return ["| attack | tried | got through | what happened |", "| --- | ---: | ---: | --- |", ...rows].join(
    "\n",
  );
}
