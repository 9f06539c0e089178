import { describe, expect, it } from "vitest";
import type { Contract } from "@/lib/kernel/contract";
import { operations } from "@/lib/registry";

/** Operations with these permissions read and write no memory: people's work, the code, and the server itself. */
const NO_MEMORY = new Set([
  "organization:manage",
  "organization:read",
  "members:manage",
  "keys:manage",
  "audit:read",
  "jobs:manage",
  "connections:manage",
  "repositories:manage",
  "citations:check",
  // Evaluations of reviews are accepted for the statistics, and what they lead to is people's to decide.
  "reviews:read",
  "reviews:write",
  "skills:read",
  "skills:manage",
  "proposals:read",
  "proposals:decide",
]);

const CODE = "is the code of a repository, which an agent reads in its checkout as well";
const FIGURES = "has figures and no text of what is stored";
const OWN_ANSWER = "asks the settings of its repository itself, and answers that memory is off";

/** Why an operation goes on as usual for agents while memory is off, although its permission is one of memory. */
const GOES_ON: Readonly<Record<string, string>> = {
  agent_stats: FIGURES,
  citation_verify: "checks places that the caller names",
  drift_get: FIGURES,
  framework_pack_list: "is what comes with the server",
  holdout_get: FIGURES,
  hook_after_agent: OWN_ANSWER,
  hook_before_agent: OWN_ANSWER,
  hook_claude_code: OWN_ANSWER,
  hook_session_start: OWN_ANSWER,
  hook_stop: OWN_ANSWER,
  memory_context: OWN_ANSWER,
  memory_read_citation: CODE,
  model_use_get: FIGURES,
  probe_erosion_get: FIGURES,
  probe_try: "tries a rule that the caller writes",
  recall_stats: FIGURES,
  relevance_get: FIGURES,
  repository_check_get: FIGURES,
  repository_check_list: FIGURES,
  repository_coverage_list: FIGURES,
  repository_drift_get: FIGURES,
  repository_file_get: CODE,
  repository_get: CODE,
  repository_list: CODE,
  repository_names: CODE,
  repository_path_list: CODE,
  repository_tree_list: CODE,
  suspicious_head_list: FIGURES,
  task_metrics_get: FIGURES,
};

/** Of the other permissions, those that read memories all the same. */
const ALSO_MEMORY = ["global_search", "organization_export"];

const forAgents: readonly Contract[] = operations
  .map(({ contract }) => contract)
  .filter(({ people_only }) => people_only !== true);
const ofMemory = forAgents.filter(
  ({ name, permission }) => !NO_MEMORY.has(permission) || ALSO_MEMORY.includes(name),
);

describe("while memory is switched off", () => {
  it.each(ofMemory.map((contract) => [contract.name, contract] as const))(
    "%s says what an agent gets, or why it goes on",
    (name, { when_off }) => {
      const why = GOES_ON[name];
      if (when_off === undefined)
        expect(why, "give it when_off, or say here why it is no memory").toBeDefined();
      else expect(why, "it has when_off, so it needs no reason").toBeUndefined();
    },
  );

  it("has no reason for what is not there", () => {
    const names = new Set(ofMemory.map(({ name }) => name));
    expect(Object.keys(GOES_ON).filter((name) => !names.has(name))).toEqual([]);
  });
});
