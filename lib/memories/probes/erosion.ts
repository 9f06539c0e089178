import { DAY_MS } from "@/lib/kernel/time";
import type { ProbeErosion } from "../contract";
import type { RecordedCheck } from "./listed-queries";

/** How probes stood at the end of each of the last `days` days, today's as it is now; `checks` are oldest first. */
export function erosionOf(
  checks: readonly Pick<RecordedCheck, "probe_id" | "status" | "violations" | "checked_at">[],
  { days, now }: { days: number; now: Date },
): ProbeErosion["points"] {
  const today = Math.floor(now.getTime() / DAY_MS);
  const latest = new Map<string, Pick<RecordedCheck, "status" | "violations">>();
  const points: ProbeErosion["points"] = [];
  let next = 0;
  for (let day = today - days + 1; day <= today; day += 1) {
    for (let check = checks[next]; check && check.checked_at.getTime() < (day + 1) * DAY_MS; ) {
      latest.set(check.probe_id, check);
      next += 1;
      check = checks[next];
    }
    const point = {
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      holds: 0,
      violated: 0,
      unknown: 0,
    };
    let violations = 0;
    for (const check of latest.values()) {
      point[check.status] += 1;
      violations += check.violations;
    }
    points.push({ ...point, violations });
  }
  return points;
}
