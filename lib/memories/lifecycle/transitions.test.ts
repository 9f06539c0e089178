import { describe, expect, it } from "vitest";
import { MEMORY_STATUSES } from "../contract";
import { nextStatus, verdictOf } from "./transitions";

describe("verdicts", () => {
  it("hold only when every citation holds", () => {
    expect(verdictOf(["unchanged", "moved", "renamed"])).toBe("valid");
    expect(verdictOf(["unchanged", "edited"])).toBe("drifted");
    expect(verdictOf(["unchanged", "missing"])).toBe("drifted");
    expect(verdictOf(["missing", "missing"])).toBe("missing");
    expect(verdictOf([])).toBeNull();
  });

  it("never count what could not be read or was not checked against a memory", () => {
    expect(verdictOf(["unreachable", "unreachable"])).toBe("unknown");
    expect(verdictOf(["unchanged", "unchecked"])).toBe("unknown");
    expect(verdictOf(["missing", "unreachable"])).toBe("drifted");
  });
});

describe("transitions", () => {
  it("lead out of quarantine to active by a release alone", () => {
    const to_active = (["found_valid", "refresh", "release"] as const).filter(
      (transition) => nextStatus("quarantined", transition) === "active",
    );
    expect(to_active).toEqual(["release"]);
  });

  it("leave superseded and invalid alone whatever checks and time say", () => {
    for (const status of ["superseded", "invalid"] as const)
      for (const transition of [
        "found_valid",
        "found_drifted",
        "found_missing",
        "expire",
        "refresh",
      ] as const)
        expect(nextStatus(status, transition)).toBeNull();
  });

  it("go nowhere where the status would stay, but for a refresh", () => {
    for (const status of MEMORY_STATUSES)
      for (const transition of [
        "found_valid",
        "found_drifted",
        "found_missing",
        "supersede",
        "invalidate",
        "expire",
      ] as const)
        expect(nextStatus(status, transition)).not.toBe(status);
    expect(nextStatus("active", "refresh")).toBe("active");
  });
});
