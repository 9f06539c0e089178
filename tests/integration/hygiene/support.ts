import { memoryConsolidateJob } from "@/lib/hygiene/jobs";
import type { Context } from "@/lib/runtime/operation";
import { hookAfterAgent } from "@/lib/sessions/contract";
import { run } from "../../support/database";
import { partsOf } from "../../support/parts";

/** What an agent says at the end of its work, in a form that is learned from. */
export const recommend = (...lines: string[]) =>
  `## Recommendations\n\n${lines.map((line) => `- ${line}`).join("\n")}\n`;

/** An agent's answer, learned through the hook as an agent's client sends it. @returns the ids of its memories. */
export async function answer(
  context: Context,
  {
    lines,
    agent_type = "builder",
    ...rest
  }: { session_id: string; repository?: string; agent_type?: string; lines: string[]; success?: boolean },
): Promise<string[]> {
  const { memory_ids } = await run(
    hookAfterAgent,
    { ...rest, agent_type, task: "Change the tariff", output: recommend(...lines) },
    context,
  );
  return memory_ids;
}

/** The nightly job, as the worker runs it. */
export const night = (context: Context) => memoryConsolidateJob.handle({}, partsOf(context, context));
