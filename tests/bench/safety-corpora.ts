/**
 * Public corpora for the measurement of safety, read from a folder of clones as they are; nothing of them is kept here.
 * What is not there is passed over.
 */

import { cloneOf } from "./clones";
import type { SafetyCase } from "./safety-cases";
import { garak, payloads, promptmap } from "./safety-corpora-orders";
import { ORDINARY_REPOSITORIES, ordinary } from "./safety-corpora-ordinary";
import { detectSecrets, gitleaks, secretlint } from "./safety-corpora-secrets";

export type Corpora = {
  secrets: SafetyCase[];
  injections: SafetyCase[];
  ordinary: SafetyCase[];
  not_secret: SafetyCase[];
};

export function readCorpora(folder: string): Corpora {
  const corpora: Corpora = { secrets: [], injections: [], ordinary: [], not_secret: [] };
  const at = (name: string, read: (git_dir: string) => void) => {
    const clone = cloneOf(folder, name);
    if (clone) read(clone);
  };
  at("gitleaks/gitleaks", (clone) => gitleaks(clone, corpora));
  at("secretlint/secretlint", (clone) => secretlint(clone, corpora));
  at("Yelp/detect-secrets", (clone) => detectSecrets(clone, corpora));
  at("NVIDIA/garak", (clone) => garak(clone, corpora));
  at("utkusen/promptmap", (clone) => promptmap(clone, corpora));
  at("swisskyrepo/PayloadsAllTheThings", (clone) => payloads(clone, corpora));
  for (const name of ORDINARY_REPOSITORIES) at(name, (clone) => ordinary(name, clone, corpora));
  return corpora;
}
