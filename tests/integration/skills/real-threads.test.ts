import { expect, it } from "vitest";
import { ruleList } from "@/lib/reviews/contract";
import { reviewImportJob } from "@/lib/reviews/jobs";
import * as contract from "@/lib/skills/contract";
import { loopOverThreads, recordedThreads } from "@/prisma/demo/loop";
import { run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { SKILL, setUp, workOff } from "./support";

/** The same program as `npm run demo:loop`, on the recorded threads that are shipped with the demo. */

const root = repositoryRoot();
const database = testDatabase();

const SKILL_WITH_EDGES = `${SKILL}
## Edge cases

- Report edge cases that the code does not handle.
`;

it("goes from the threads of real pull requests to evaluations, a proposal and a new version", async () => {
  const setting = await setUp(database, root.path, SKILL_WITH_EDGES);
  const { lead, organization_id } = setting;
  const said: string[] = [];
  const loop = () =>
    loopOverThreads({
      call: (asked, input) => run(asked, input, lead),
      work: (import_id) => reviewImportJob.handle({ organization_id, import_id }, partsOf(database, lead)),
      say: (line) => said.push(line),
    });
  const { imported, proposal } = await loop();

  const read = new Map(imported.map(({ label, disposition, state }) => [label, [state, disposition]]));
  expect(Object.fromEntries(read)).toEqual({
    "Edge case: negative input of fibonacci.": ["stored", "reject"],
    "Edge case: negative exponent of power.": ["stored", "reject"],
    "Edge case: negative input of sum_to_n.": ["stored", "reject"],
    "Edge case: negative input of count_digits.": ["stored", "reject"],
    "Edge case without postcondition in exn_negate.": ["stored", "reject"],
    "Type hints: test methods lack `-> None`.": ["stored", "reject"],
    "`test_cases` is empty.": ["stored", "reject"],
    "The language aver is not implemented.": ["stored", "reject"],
    "Add the missing return type annotation.": ["stored", "reject"],
    "question: why do we *drop* type hints here?": ["stored", "implement"],
    "`select` overrides the default rules; extend them, so that linting is kept.": ["stored", "implement"],
    "This syntax is a lot less understandable. Is it supported on 3.8?": ["stored", "implement"],
  });
  // Their titles say what they are about, so nobody has to correct it.
  expect(said.join("\n")).not.toContain("corrected");

  const { items: rules } = await run(ruleList, {}, lead);
  expect(rules.find(({ rule_category }) => rule_category === "edge_cases")).toMatchObject({
    flagged: 5,
    rejected: 5,
    high_rejection: true,
  });
  expect(proposal).toMatchObject({
    section: "Edge cases",
    rule_category: "edge_cases",
    evidence_count: 4,
    drafter: "deterministic",
  });
  const [hunk] = proposal?.hunks ?? [];
  expect(hunk?.proposed_text).toMatch(
    /^- Report edge cases.*\n- Do not flag findings such as “Edge case: .*” in `solutions\/aver\/\*\*\/\*\.av`: aallan: By design: the verify block/,
  );
  expect(hunk?.findings.map(({ file_path }) => file_path).sort()).toEqual(
    ["VB_T4_001_fibonacci.av", "VB_T4_004_power.av", "VB_T4_005_sum_to_n.av", "VB_T5_007_exn_negate.av"].map(
      (name) => `solutions/aver/${name}`,
    ),
  );

  const again = await loop();
  expect(new Set(again.imported.map(({ state }) => state))).toEqual(new Set(["skipped"]));
  expect(again.proposal?.id).toBe(proposal?.id);
  const { items } = await run(ruleList, {}, lead);
  expect(items.reduce((sum, { total }) => sum + total.flagged, 0)).toBe(imported.length);

  const decision = { proposal_id: proposal?.id ?? "", version: again.proposal?.version ?? 0 };
  await run(contract.proposalApprove, decision, lead);
  await workOff(database, organization_id);
  expect(setting.read()).toContain("in `solutions/aver/**/*.av`");
});

it("are of public pull requests, each named with its address", async () => {
  for (const { github_name, pull_request, answer } of await recordedThreads())
    expect(JSON.stringify(answer)).toContain(`https://github.com/${github_name}/pull/${pull_request}"`);
});
