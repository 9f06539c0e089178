import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { applySettings, ignoredSettings, readEnv } from "@/lib/env";
import { assertSettings } from "./settings";

/** Sets them for one test. An empty one counts as unset. */
function use(settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  applySettings({});
}

afterEach(() => {
  vi.unstubAllEnvs();
  applySettings({});
});

describe("a wrong setting is named before anything starts", () => {
  it.each([
    [{ PORT: "no port" }, "PORT: must be a number"],
    [{ PORT: "70000" }, "PORT: must be at most 65535"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL: must be one of trace, debug,"],
    [{ OIDC_ROLES: "staff=king" }, 'OIDC_ROLES: "staff=king" is not group=role'],
    [
      { GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "" },
      "GITHUB_CLIENT_SECRET: must be set together with GITHUB_CLIENT_ID",
    ],
    [
      { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "" },
      "OIDC_CLIENT_SECRET: must be set together with OIDC_ISSUER and OIDC_CLIENT_ID",
    ],
    [
      { DATABASE_URL: "", DATABASE_READ_URL: "postgresql://replica/casebook" },
      "DATABASE_READ_URL: does nothing without DATABASE_URL",
    ],
    [
      { LANGUAGE_MODEL_BASE_URL: "", LANGUAGE_MODEL_API_KEY: "k" },
      "LANGUAGE_MODEL_API_KEY: does nothing without LANGUAGE_MODEL_BASE_URL",
    ],
    [
      { LANGUAGE_MODEL_INPUT_PRICE: "0.15" },
      "LANGUAGE_MODEL_OUTPUT_PRICE: must be set together with LANGUAGE_MODEL_INPUT_PRICE",
    ],
    [
      { EMBEDDING_PROVIDER: "openai", EMBEDDING_API_KEY: "", EMBEDDING_BASE_URL: "" },
      "EMBEDDING_API_KEY: is needed",
    ],
    [{ CASEBOOK_PUBLIC_URL: "https://c.example.com/sub" }, "CASEBOOK_PUBLIC_URL: must be an address without"],
    [{ CASEBOOK_PUBLIC_URL: "c.example.com" }, "CASEBOOK_PUBLIC_URL: must be an address, such as"],
    [{ SSO_ONLY: "true" }, "SSO_ONLY needs a provider"],
  ])("%o", async (settings: Record<string, string>, sentence) => {
    use(settings);
    await expect(assertSettings()).rejects.toThrow(sentence);
  });

  it("and a compatible server without a key is none", async () => {
    use({ EMBEDDING_PROVIDER: "openai", EMBEDDING_API_KEY: "", EMBEDDING_BASE_URL: "http://localhost:1/v1" });
    await assertSettings();
  });
});

describe("what is ignored", () => {
  it.each([
    ["CASEBOOK_PUBLIC_UR", "did you mean CASEBOOK_PUBLIC_URL?"],
    ["EMBEDING_PROVIDER", "did you mean EMBEDDING_PROVIDER?"],
    ["CASEBOOK_DATADIR", "did you mean CASEBOOK_DATA_DIR?"],
    ["CASEBOOK_SOMETHING_ELSE", "is no setting and is ignored."],
  ])("is named: %s", (name, sentence) => {
    expect(ignoredSettings({ [name]: "x" })).toEqual([expect.stringContaining(`${name} is no setting`)]);
    expect(ignoredSettings({ [name]: "x" }).join()).toContain(sentence);
  });

  it("is not what other programs have, nor what docker-compose.yml reads", async () => {
    const compose = await readFile("docker-compose.yml", "utf8");
    const names = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name);
    expect(names).toContain("CASEBOOK_PORT");
    const others = [
      ...names,
      "PATH",
      "HTTP_PROXY",
      "NEXTAUTH_URL",
      "HOSTNAME",
      "SSH_AUTH_SOCK",
      "CASEBOOK_KEY",
    ];
    expect(ignoredSettings(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
  });

  it("is a folder of repositories that is not there, of which the start warns", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    use({ CASEBOOK_REPOSITORY_ROOTS: "/nonexistent" });
    await assertSettings();
    expect(warn.mock.calls.flat().join()).toContain(
      "CASEBOOK_REPOSITORY_ROOTS: /nonexistent is no folder here",
    );
    warn.mockRestore();
  });
});

it("an address with a slash at its end has no path", () => {
  expect(readEnv({ CASEBOOK_PUBLIC_URL: "https://c.example.com/" })).toMatchObject({
    CASEBOOK_PUBLIC_URL: "https://c.example.com/",
  });
});
