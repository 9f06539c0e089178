import { describe, expect, it } from "vitest";
import { compareGroups } from "./holdout";

const session = { findings: 0, rejected: 0, retries: 0, met_again: 0, learned: 0, corrected: 0, minutes: 10 };
const sessions = (size: number, of: (index: number) => Partial<typeof session> & { held_out: boolean }) =>
  Array.from({ length: size }, (_, index) => ({ ...session, ...of(index) }));
const measure = (rows: Parameters<typeof compareGroups>[0], wanted: string) =>
  compareGroups(rows).find(({ name }) => name === wanted);

describe("sessions with memory compared with those held out", () => {
  it("say nothing while a group has fewer than 20 sessions", () => {
    const rows = [
      ...sessions(500, () => ({ held_out: false, retries: 0 })),
      ...sessions(19, (index) => ({ held_out: true, retries: 9 + (index % 3) })),
    ];
    expect(measure(rows, "retries")).toMatchObject({ verdict: "too_few", held_out: { sessions: 19 } });
  });

  it("show a difference when its interval leaves out zero", () => {
    const rows = [
      ...sessions(200, (index) => ({ held_out: false, retries: index % 2 })),
      ...sessions(40, (index) => ({ held_out: true, retries: 2 + (index % 2) })),
    ];
    const retries = measure(rows, "retries");
    expect(retries?.verdict).toBe("lower");
    expect(retries?.difference?.value).toBeCloseTo(-2);
    expect(measure(rows, "session_minutes")?.verdict).toBe("none");
  });

  it("count shares over what was counted, in sessions that had any", () => {
    const rows = [
      ...sessions(30, (index) => ({
        held_out: false,
        findings: index < 25 ? 4 : 0,
        rejected: index < 25 ? 1 : 0,
      })),
      ...sessions(30, () => ({ held_out: true, findings: 4, rejected: 1 })),
    ];
    expect(measure(rows, "findings_rejected")).toMatchObject({
      with_memory: { sessions: 25, of: 100, value: 0.25 },
      held_out: { sessions: 30, of: 120, value: 0.25 },
      verdict: "none",
    });
    expect(measure(rows, "corrections")).toMatchObject({ verdict: "too_few", held_out: { value: null } });
  });
});
