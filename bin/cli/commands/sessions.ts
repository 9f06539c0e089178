import type { OutputOf } from "@/lib/kernel/contract";
import type { sessionGet } from "@/lib/sessions/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";

/** The session that runs here: the one this key was seen in last, else the last of all. */
async function thisSession(session: Session): Promise<string | null> {
  const [{ sessionList }, { organizationGet }] = await Promise.all([
    import("@/lib/sessions/contract"),
    import("@/lib/access/contract"),
  ]);
  const { actor } = await session.call(organizationGet, {});
  const { items: own } = await session.call(sessionList, { agent: actor.name, limit: 1 });
  if (own[0]) return own[0].session_id;
  const { items: all } = await session.call(sessionList, { limit: 1 });
  return all[0]?.session_id ?? null;
}

type Report = OutputOf<typeof sessionGet>["report"];

function reportPairs(report: Report): (readonly [string, string | number])[] {
  if (report === null) return [["report", "made when it stops"]];
  return [
    ["recalls", report.recalls],
    ["memories used", report.memories_used],
    ["stored", report.memories_stored],
    ["learned again", report.memories_observed],
    ["high quality", report.high_quality],
    ["global", report.global],
    ["agents with memory", report.agents_with_memory.join(", ") || "none"],
  ];
}

export const sessions: Register = (program, cli) => {
  program
    .command("session-report")
    .description("show what a session of an agent used and learned, step by step")
    .argument(
      "[id]",
      "the client's id of the session; default: the last session of this key's agent, or of any agent where it has none",
    )
    .action(
      asking(cli, async (session, asked: string | undefined) => {
        const { sessionGet } = await import("@/lib/sessions/contract");
        const id = asked ?? (await thisSession(session));
        if (id === null) {
          await session.say("No session was seen yet.");
          return "no";
        }
        const run = await session.call(sessionGet, { session_id: id });
        const { report, steps } = run;
        await session.answer(run, async () => {
          await session.pairs([
            ["session", run.session_id],
            ["client", run.client],
            ["agent", run.actor.name],
            ["repository", run.repository?.name ?? null],
            ["started", run.started_at],
            ["stopped", run.stopped_at ?? "not yet"],
            ...reportPairs(report),
          ]);
          if (steps.length === 0) return;
          await session.say("");
          await session.table(steps, [
            { title: "at", value: ({ at }) => at.slice(11, 19) },
            { title: "hook", value: ({ hook }) => hook },
            { title: "agent type", value: ({ agent_type }) => agent_type },
            { title: "learned", value: ({ learned }) => learned, align: "right" },
            { title: "ms", value: ({ latency_ms }) => Math.round(latency_ms), align: "right" },
            { title: "task", value: ({ task, note }) => note ?? task, flexible: true },
          ]);
        });
        return undefined;
      }),
    );
};
