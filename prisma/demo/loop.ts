import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import {
  type ImportItem,
  reviewImportConfirm,
  reviewImportCorrect,
  reviewImportItems,
  reviewImportThreads,
} from "@/lib/reviews/contract";
import { proposalDraft, proposalGet, skillList } from "@/lib/skills/contract";

type Call = <C extends Contract>(contract: C, input: CallOf<C>) => Promise<OutputOf<C>>;

const recordSchema = z.object({
  pull_requests: z.array(
    z.object({
      github_name: z.string(),
      pull_request: z.int(),
      answer: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** What a person sees in the draft and a mapping by words cannot know: these findings are of one rule. */
const RULE = { category: "edge_cases", begins: "Edge case" };
const SKILL = "code-review";

/** The recorded review threads of public pull requests that are shipped with the demo. */
export async function recordedThreads() {
  const text = await readFile(new URL("threads.json", import.meta.url), "utf8");
  return recordSchema.parse(JSON.parse(text)).pull_requests;
}

/**
 * The review loop on real input: the threads of public pull requests as drafts, a correction, evaluations, and a proposal
 * drafted from what was rejected. Doing it again stores nothing twice.
 * @param work stores an import that was confirmed, as the worker does.
 */
export async function loopOverThreads({
  call,
  work,
  say,
}: {
  call: Call;
  work: (import_id: string) => Promise<void>;
  say: (line: string) => void;
}) {
  const { total } = await call(skillList, { name: SKILL });
  if (total === 0) throw new Error(`There is no skill ${SKILL}; start the demo first.`);
  const imported: ImportItem[] = [];
  for (const recorded of await recordedThreads()) {
    const draft = await call(reviewImportThreads, { ...recorded, skill: SKILL });
    const { items } = await call(reviewImportItems, { import_id: draft.id });
    say(
      `${recorded.github_name}#${recorded.pull_request}: ${items.length} review ${items.length === 1 ? "thread" : "threads"}`,
    );
    for (const { state, disposition, label, because } of items)
      say(`  ${(state === "draft" ? (disposition ?? "") : state).padEnd(9)} ${label} (${because})`);
    const open = items.filter(({ state }) => state === "draft");
    const wrong = open.filter(
      ({ label, rule_category }) => label.startsWith(RULE.begins) && rule_category !== RULE.category,
    );
    if (wrong.length > 0) {
      const { items: corrected } = await call(reviewImportCorrect, {
        import_id: draft.id,
        items: wrong.map(({ position }) => ({ position, rule_category: RULE.category })),
      });
      say(
        `  corrected: ${corrected.length} of them are about ${RULE.category}, not ${wrong[0]?.rule_category}`,
      );
    }
    if (open.length > 0) {
      await call(reviewImportConfirm, { import_id: draft.id });
      await work(draft.id);
    }
    imported.push(...(await call(reviewImportItems, { import_id: draft.id })).items);
  }
  const { proposals, considered } = await call(proposalDraft, {
    rule_category: RULE.category,
    intent: "except",
  });
  for (const { rule_category, rejected, flagged, reason } of considered)
    say(`${rule_category}: ${rejected} of ${flagged} rejected. ${reason}`);
  const [proposal] = proposals;
  if (!proposal) return { imported, proposal: null };
  const detail = await call(proposalGet, { proposal_id: proposal.id });
  say(`\n${detail.title}: ${detail.skill.path}, section “${detail.section}”`);
  for (const { proposed_text, current_text, findings } of detail.hunks) {
    say(proposed_text.slice(proposed_text.startsWith(current_text) ? current_text.length : 0).trim());
    for (const { title, file_path, line, reason } of findings)
      say(`  ${file_path}:${line} ${title} ${reason}`);
  }
  return { imported, proposal: detail };
}
