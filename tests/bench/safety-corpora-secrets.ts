import type { SafetyCase } from "./safety-cases";
import type { Corpora } from "./safety-corpora";
import { asCase, filesOf, textsOf } from "./safety-corpora-texts";

/** The literal examples in the tests of gitleaks' rules; those that are made when it runs are not there to be read. */
export function gitleaks(clone: string, { secrets, not_secret }: Corpora): void {
  for (const text of textsOf(clone, filesOf(clone, /^cmd\/generate\/config\/rules\/\w+\.go$/)).values()) {
    let into: SafetyCase[] | null = null;
    for (const line of text.split("\n")) {
      if (/\btps\b.*\[\]string\{|append\(tps/.test(line)) into = secrets;
      else if (/\bfps\b.*\[\]string\{|append\(fps/.test(line)) into = not_secret;
      else if (/^\t\}|^\t\)|^\}/.test(line)) into = null;
      const literal = /^\s*(?:`([^`]+)`|"((?:[^"\\]|\\.)+)")\s*,?\s*(?:\/\/.*)?$/.exec(line);
      const sample = literal?.[1] ?? (literal?.[2] === undefined ? undefined : unquoted(literal[2]));
      if (into && sample !== undefined) into.push(asCase("gitleaks' tests", sample));
    }
  }
}

function unquoted(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? letter);
}

export function secretlint(clone: string, { secrets, not_secret }: Corpora): void {
  const RULES =
    /secretlint-rule-(?!example|no-|filter|pattern|secp256)[^/]+\/test\/snapshots\/[^/]+\/(?:input\.[a-z]+|output\.json)$/;
  const texts = textsOf(clone, filesOf(clone, RULES));
  for (const [path, text] of texts) {
    const output = texts.get(path.replace(/input\.[a-z]+$/, "output.json"));
    // A case without a recorded output says nothing.
    if (!/input\.[a-z]+$/.test(path) || output === undefined) continue;
    if (/"type": "message"/.test(output)) secrets.push(asCase("secretlint's snapshots", text));
    else if (!/\/(?:allow|filter|disable|option)[^/]*\/input/.test(path))
      not_secret.push(asCase("secretlint's snapshots", text));
  }
}

export function detectSecrets(clone: string, { secrets, not_secret }: Corpora): void {
  const PLUGINS = /^tests\/plugins\/(?!base|high_entropy|ip_public|keyword)\w+_test\.py$/;
  for (const source of textsOf(clone, filesOf(clone, PLUGINS)).values())
    for (const [, , text = "", truth] of source.matchAll(
      /\(\s*[rf]?(['"])((?:(?!\1)[^\n\\]|\\.){8,400})\1,\s*(True|False),?\s*\)/g,
    ))
      (truth === "True" ? secrets : not_secret).push(asCase("detect-secrets' tests", text));
}
