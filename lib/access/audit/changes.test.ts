import { describe, expect, it } from "vitest";
import { connectionUpdate, memberUpdate } from "../contract";
import { changesAsked, detailOf, differing } from "./changes";

describe("what the audit says of a change", () => {
  it("holds each field that is another one now, and no secret", () => {
    const asked = changesAsked({
      contract: connectionUpdate,
      input: { connection_id: "c", label: "New", credentials: { token: "hush" }, webhook_secret: "hush" },
      subject: { label: "Old", base_url: "https://forge.test" },
      output: { label: "New", base_url: "https://forge.test" },
    });
    expect(asked).toEqual({
      before: { label: "Old" },
      after: { label: "New", credentials: "a secret", webhook_secret: "a secret" },
    });
    expect(JSON.stringify(asked)).not.toContain("hush");
  });

  it("leaves out what stayed, and what names the row", () => {
    const subject = { id: "m", role: "lead" };
    const asked = {
      contract: memberUpdate,
      input: { member_id: "m", role: "lead" },
      subject,
      output: subject,
    };
    expect(changesAsked(asked)).toEqual({ before: {}, after: {} });
    expect(differing({ before: { a: 1, b: 2 }, after: { a: 1, b: 3, c: 4 } })).toEqual({
      before: { b: 2 },
      after: { b: 3, c: 4 },
    });
  });

  it("keeps what the operation wrote down beside it", () => {
    expect(detailOf({ detail: { person_id: "p" }, before: { role: "lead" } }, null)).toEqual({
      person_id: "p",
      before: { role: "lead" },
    });
    expect(detailOf({ detail: { ended: 2 } }, null)).toEqual({ ended: 2 });
  });
});
