import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLanguageModel, createReranker } from "@/lib/ai";
import { applySettings } from "@/lib/env";
import type { Context } from "@/lib/runtime/operation";
import { serviceTestRun, TESTS_A_MINUTE } from "@/lib/upkeep/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { startMailServer } from "../../support/mail-server";
import { wordEmbedder } from "../memories/support";

const database = testDatabase();
const SECRET = "sk-never-shown-to-anybody";
/** Nothing listens there. */
const NOWHERE = "http://127.0.0.1:9/v1";

let lead: Context;
beforeAll(async () => {
  const organization = await createOrganization(database.db);
  lead = contextOf(database, await organization.person("lead"));
});

afterEach(() => applySettings({ CASEBOOK_SMTP_URL: "" }));

describe("the test of a service", () => {
  it("says what was asked and found, and how long it took", async () => {
    const context = { ...lead, ai: { embedder: wordEmbedder(), language_model: null } };
    const tested = await run(serviceTestRun, { service: "embedder" }, context);
    expect(tested).toMatchObject({
      state: "ok",
      asked: "Embed one sentence.",
      found: expect.stringMatching(/^It answered with \d+ numbers\.$/),
      remedy: null,
    });
    expect(tested.ms).toBeGreaterThanOrEqual(0);
  });

  it("says what is not configured, and by which setting it would be", async () => {
    for (const service of ["embedder", "language_model", "reranker", "mail"] as const) {
      const { state, id, remedy } = await run(serviceTestRun, { service }, lead);
      expect([state, id]).toEqual(["off", null]);
      expect(remedy).toMatch(/EMBEDDING_PROVIDER|LANGUAGE_MODEL_BASE_URL|RERANK_BASE_URL|CASEBOOK_SMTP_URL/);
    }
  });

  it("tells a model that cannot be reached with a remedy, and no secret", async () => {
    const endpoint = { base_url: NOWHERE, api_key: SECRET, model: "small" };
    const language_model = createLanguageModel({ provider: "openai", ...endpoint });
    const reranker = createReranker({ ...endpoint, deadline_ms: 500 });
    const context = { ...lead, ai: { embedder: null, language_model, reranker } };
    for (const service of ["language_model", "reranker"] as const) {
      const tested = await run(serviceTestRun, { service }, context);
      expect(tested).toMatchObject({ state: "failed", remedy: expect.stringContaining("BASE_URL") });
      expect(JSON.stringify(tested)).not.toContain(SECRET);
    }
  });

  it("greets the mail server, sends nothing, and keeps its password to itself", async () => {
    const mail = await startMailServer();
    applySettings({ CASEBOOK_SMTP_URL: mail.url });
    const works = await run(serviceTestRun, { service: "mail" }, lead);
    expect(works).toMatchObject({ state: "ok", id: mail.url });
    expect(mail.received).toEqual([]);
    await mail.close();

    applySettings({ CASEBOOK_SMTP_URL: mail.url.replace("smtp://", `smtp://robin:${SECRET}@`) });
    const refused = await run(serviceTestRun, { service: "mail" }, lead);
    expect(refused).toMatchObject({
      state: "failed",
      found: expect.stringContaining("cannot be reached"),
      remedy: expect.stringContaining("CASEBOOK_SMTP_URL"),
    });
    expect(JSON.stringify(refused)).not.toContain(SECRET);
  });

  it("is made a few times a minute, by leads and owners", async () => {
    const organization = await createOrganization(database.db);
    const owner = contextOf(database, await organization.person("owner"));
    for (let count = 0; count < TESTS_A_MINUTE; count++)
      await run(serviceTestRun, { service: "reranker" }, owner);
    await expect(run(serviceTestRun, { service: "reranker" }, owner)).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect((await run(serviceTestRun, { service: "mail" }, owner)).state).toBe("off");
    const developer = contextOf(database, await organization.person("developer"));
    await expect(run(serviceTestRun, { service: "mail" }, developer)).rejects.toMatchObject({
      code: "permission_denied",
    });
  });
});
