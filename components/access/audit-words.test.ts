import { describe, expect, it } from "vitest";
import { audit } from "@/messages/compiled/audit";
import { translate } from "@/messages/translate";
import { changesOf, detailLine, subjectHref } from "./audit-words";

const t = translate(audit, { language: "en", translations: null });

describe("changesOf", () => {
  it("says every field that differs before and after, in words, also those of settings in settings", () => {
    expect(
      changesOf(
        t,
        { name: "Harbor", settings: { enabled: true, allowed_agents: ["a"], budgets: { main: 900 } } },
        { name: "Harbor", settings: { enabled: false, allowed_agents: [], budgets: { main: 700 } } },
      ),
    ).toEqual([
      { name: "memory on", from: "yes", to: "no" },
      { name: "allowed agents", from: "a", to: "none" },
      { name: "budgets, main", from: "900", to: "700" },
    ]);
  });

  it("says of a field that came or went what it was", () => {
    expect(changesOf(t, {}, { note: "new" })).toEqual([{ name: "note", from: "nothing", to: "new" }]);
  });
});

describe("detailLine", () => {
  it("begins with what changed, then the plain values", () => {
    const before = { settings: { enabled: true } };
    const after = { settings: { enabled: false } };
    expect(detailLine(t, { reason: "asked for", before, after })).toBe(
      "memory on: yes → no, reason asked for",
    );
  });

  it("shows two values that are no fields", () => {
    expect(detailLine(t, { before: "naming", after: "imports" })).toBe("naming → imports");
  });
});

describe("subjectHref", () => {
  const id = "0190b7a2-1111-7000-8000-000000000001";

  it("leads to the page of what the entry is about", () => {
    expect(subjectHref("memory_invalidate", id)).toBe(`/memories/${id}`);
    expect(subjectHref("agent_key_revoke", id)).toBe("/settings/keys");
  });

  it("leads nowhere where there is no page, or no id", () => {
    expect(subjectHref("sign_in", id)).toBeNull();
    expect(subjectHref("memory_invalidate", "../settings")).toBeNull();
    expect(subjectHref("memory_invalidate", null)).toBeNull();
  });
});
