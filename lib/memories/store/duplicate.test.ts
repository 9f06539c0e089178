import { describe, expect, it } from "vitest";
import { duplicateHash, type Identity } from "./duplicate";

const memory: Identity = {
  kind: "decision",
  scope: "repository",
  repository_id: "r1",
  pending_repository: null,
  agent: "builder",
  session_id: "s1",
  developer_id: null,
  client_ids: null,
  statement: "Retries are capped at 3.",
};
const same = (params: Partial<Identity>, base = memory) =>
  duplicateHash({ ...base, ...params }) === duplicateHash(base);

describe("duplicates", () => {
  it("are compared by their words, not by case, punctuation or white space", () => {
    expect(same({ statement: "retries  are\ncapped at 3" })).toBe(true);
    expect(same({ statement: "Retries are capped at 30." })).toBe(false);
    expect(same({ statement: "…" }, { ...memory, statement: "!!" })).toBe(false);
  });

  it("are of one kind and one reach; who said it counts only where it is whom it reaches", () => {
    expect(same({ kind: "fact" })).toBe(false);
    expect(same({ repository_id: "r2" })).toBe(false);
    expect(same({ agent: "tester", session_id: "s2" })).toBe(true);
    const global = { ...memory, scope: "global" as const };
    expect(same({ repository_id: "r2" }, global)).toBe(true);
    expect(same({ agent: "tester" }, { ...memory, scope: "agent" })).toBe(false);
    expect(same({ session_id: "s2" }, { ...memory, scope: "session" })).toBe(false);
  });

  it("keep the preferences of two developers apart", () => {
    const preference = { ...memory, kind: "developer_preference" as const, developer_id: "ada" };
    expect(same({ developer_id: "bob" }, preference)).toBe(false);
    expect(same({ developer_id: "bob" })).toBe(true);
  });
});
