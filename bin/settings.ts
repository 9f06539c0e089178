import { stat } from "node:fs/promises";
import { assertSignInSettings } from "@/lib/access";
import { type Env, env, ignoredSettings, wrongSettings } from "@/lib/env";
import { StartError } from "./progress";

/** Settings that do nothing unless all of a group are set. */
const TOGETHER: readonly (readonly (keyof Env)[])[] = [
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["LANGUAGE_MODEL_INPUT_PRICE", "LANGUAGE_MODEL_OUTPUT_PRICE"],
];

/** A setting, and the one without which it does nothing. */
const NEEDED: readonly (readonly [keyof Env, keyof Env])[] = [
  ["DATABASE_MIGRATION_URL", "DATABASE_URL"],
  ["DATABASE_DIRECT_URL", "DATABASE_URL"],
  ["DATABASE_READ_URL", "DATABASE_URL"],
  ["LANGUAGE_MODEL_API_KEY", "LANGUAGE_MODEL_BASE_URL"],
  ["RERANK_API_KEY", "RERANK_BASE_URL"],
];

/** Refuses to answer without a key, unlike compatible servers of one's own. */
const OPENAI_HOST = "api.openai.com";

/**
 * Checks the settings of a server before anything is opened, and warns on stderr of what is ignored.
 * @throws StartError with a line for each wrong setting, never with a secret.
 */
export async function assertSettings(): Promise<void> {
  try {
    const lines = contradictions(env());
    if (lines.length > 0) throw wrongSettings(lines);
    assertSignInSettings();
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error });
  }
  for (const doubt of [...ignoredSettings(), ...(await missingRoots())]) console.warn(`Warning: ${doubt}`);
}

function contradictions(settings: Env): string[] {
  const isSet = (name: keyof Env) => settings[name] !== undefined;
  const halves = TOGETHER.flatMap((group) => {
    const missing = group.filter((name) => !isSet(name));
    if (missing.length === group.length) return [];
    const present = group.filter(isSet).join(" and ");
    return missing.map((name) => `${name}: must be set together with ${present}`);
  });
  const alone = NEEDED.filter(([name, needed]) => isSet(name) && !isSet(needed)).map(
    ([name, needed]) => `${name}: does nothing without ${needed}`,
  );
  return [...halves, ...alone, ...embedderWithoutKey(settings)];
}

function embedderWithoutKey({ EMBEDDING_PROVIDER, EMBEDDING_BASE_URL, EMBEDDING_API_KEY }: Env): string[] {
  if (EMBEDDING_PROVIDER !== "openai" || EMBEDDING_API_KEY !== undefined) return [];
  if (new URL(EMBEDDING_BASE_URL).hostname !== OPENAI_HOST) return [];
  return [`EMBEDDING_API_KEY: is needed for EMBEDDING_PROVIDER=openai at ${OPENAI_HOST}`];
}

/** A folder may be mounted later, so a missing one keeps nothing from starting. */
async function missingRoots(): Promise<string[]> {
  const missing: string[] = [];
  for (const root of env().CASEBOOK_REPOSITORY_ROOTS ?? []) {
    const found = await stat(root).catch(() => null);
    if (found?.isDirectory()) continue;
    missing.push(`CASEBOOK_REPOSITORY_ROOTS: ${root} is no folder here; no repository is found below it.`);
  }
  return missing;
}
