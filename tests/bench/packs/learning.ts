import { createHash } from "node:crypto";
import { settingsSchema } from "@/lib/access/contract";
import { learnShift, type RelevanceEvidence, type RelevanceModel } from "@/lib/memories";
import { formatTable } from "../table";
import type { Answer } from "./ask";
import type { PackExam } from "./data";
import { choose, type FitData, rank } from "./fit";
import { emptyFigures, FIGURE_KEYS, type PackFigures, packTable, pooled, scorePacks } from "./score";

type Outcome = RelevanceEvidence["outcome"];
/** How often each outcome is seen of a relevant memory and of another; the rest is unknown. */
type Sides = { relevant: Chances; irrelevant: Chances };
type Channel = Sides & { title: string; reported: number };
type Chances = readonly (readonly [Outcome, number])[];

/** Agents follow three of four relevant memories; the rules see 45 % of that, and are right in 94 % (`--only outcomes`). */
const INFERRED: Sides = {
  relevant: [
    ["follows", 0.345],
    ["contradicts", 0.02],
    ["ignores", 0.27],
  ],
  irrelevant: [
    ["follows", 0.022],
    ["contradicts", 0.05],
    ["ignores", 0.55],
  ],
};
/** Agents that hardly say what they did: a quarter of what is seen of others. */
const TERSE: Sides = {
  relevant: [
    ["follows", 0.08],
    ["contradicts", 0.02],
    ["ignores", 0.4],
  ],
  irrelevant: [
    ["follows", 0.008],
    ["contradicts", 0.04],
    ["ignores", 0.55],
  ],
};
/** Agents that report, nine of ten rightly. */
const REPORTED: Sides = {
  relevant: [
    ["right", 0.8],
    ["ignored", 0.15],
    ["wrong", 0.05],
  ],
  irrelevant: [
    ["right", 0.1],
    ["ignored", 0.6],
    ["wrong", 0.3],
  ],
};

const CHANNELS: readonly Channel[] = [
  { title: "inferred", reported: 0, ...INFERRED },
  { title: "inferred, terse agents", reported: 0, ...TERSE },
  { title: "a third reported", reported: 1 / 3, ...INFERRED },
  { title: "all reported", reported: 1, ...REPORTED },
];
const COUNTS = [0, 10, 30, 100, 300, 1_000];
const SPLITS = 20;

/** A number from 0 to 1 that is the same in every run. */
function chance(...parts: readonly (string | number)[]): number {
  const digest = createHash("sha256").update(parts.join("\n")).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

type Injected = { memory_id: string; log_odds: number; is_relevant: boolean };

/** As many memories as the settings give by default. */
const MAX_MEMORIES = settingsSchema.shape.max_context_memories.parse(undefined);

/** What packs gave for some own tasks; rules for every change are neither right nor wrong beside labelled ones. */
function injectedFor(answers: readonly Answer[], { exam, model }: { exam: PackExam; model: RelevanceModel }) {
  const universal = new Set(exam.memories.filter((memory) => memory.universal).map(({ id }) => id));
  return answers.flatMap((answer): Injected[] => {
    const { relevant } = answer.question;
    const ranked = rank(answer, model);
    const probabilities = new Map(ranked.map(({ id, probability }) => [id, probability]));
    return choose(ranked, model.floors, MAX_MEMORIES)
      .filter((id) => relevant[id] !== undefined || !universal.has(id) || Object.keys(relevant).length === 0)
      .map((id) => {
        const p = probabilities.get(id) ?? 0;
        return { memory_id: id, log_odds: Math.log(p / (1 - p)), is_relevant: relevant[id] !== undefined };
      });
  });
}

/** Outcomes of injected memories, drawn again and again, each seen through the channel. */
function drawOutcomes(
  injected: readonly Injected[],
  { channel, count, seed }: { channel: Channel; count: number; seed: string },
): RelevanceEvidence[] {
  return Array.from({ length: injected.length === 0 ? 0 : count }, (_, index) => {
    const drawn = injected[Math.floor(chance(seed, index, "memory") * injected.length)];
    if (!drawn) return [];
    const side = drawn.is_relevant ? "relevant" : "irrelevant";
    const source = chance(seed, index, "reported") < channel.reported ? REPORTED : channel;
    const outcome = pick(source[side], chance(seed, index, "outcome"));
    const { memory_id, log_odds } = drawn;
    if (outcome === null) return [];
    return [{ memory_id, log_odds, outcome }];
  }).flat();
}

function pick(chances: Chances, at: number): Outcome | null {
  let sum = 0;
  for (const [outcome, share] of chances) {
    sum += share;
    if (at < sum) return outcome;
  }
  return null;
}

type Trial = { shift: number; figures: PackFigures };

/** Learns from a random half of an exam's tasks, and scores the other half with foreign tasks and non-tasks. */
function tryOut(
  { exam, answers }: FitData[number],
  { model, channel, count, split }: { model: RelevanceModel; channel: Channel; count: number; split: number },
): Trial {
  const isLearned = ({ question: { type, id } }: Answer) =>
    type === "own" && chance(exam.repository, split, id) < 0.5;
  const injected = injectedFor(answers.filter(isLearned), { exam, model });
  const seed = `${exam.repository} ${split} ${channel.title} ${count}`;
  const shift = learnShift(drawOutcomes(injected, { channel, count, seed }));
  const chosen = (answer: Answer) => choose(rank(answer, model, shift), model.floors, MAX_MEMORIES);
  const rest = answers.filter((answer) => !isLearned(answer));
  return { shift, figures: scorePacks(rest, { exam, returned: chosen }) };
}

/** Sums of several splits as the counts of one, so that intervals are not those of tasks counted many times. */
function averaged(all: readonly PackFigures[], splits: number): PackFigures {
  const sum = pooled(all);
  const figures = emptyFigures();
  for (const key of FIGURE_KEYS) {
    const { hits, of } = sum[key];
    figures[key] = { hits: Math.round(hits / splits), of: Math.round(of / splits) };
  }
  return figures;
}

const points = (value: number) => `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}`;
const rateOf = ({ hits, of }: { hits: number; of: number }) => (of === 0 ? 0 : hits / of);

/**
 * What learning from simulated outcomes does to packs for tasks that nothing was learned from: figures with 95 %
 * intervals, and by how many points they move against no learning, with the span of the middle 18 of 20 splits.
 */
export function reportLearning(data: FitData, model: RelevanceModel): string {
  const groups = [
    { title: "all", exams: data },
    ...data.map((answered) => ({ title: answered.exam.repository, exams: [answered] })),
  ];
  return CHANNELS.map((channel) => {
    const trials = new Map(
      COUNTS.map((count) => [
        count,
        data.map((answered) =>
          Array.from({ length: SPLITS }, (_each, split) =>
            tryOut(answered, { model, channel, count, split }),
          ),
        ),
      ]),
    );
    const tables = groups.map(({ title, exams }) =>
      groupTables({ title, indexes: exams.map((answered) => data.indexOf(answered)), trials }),
    );
    return `${channel.title}\n\n${tables.join("\n\n")}`;
  }).join("\n\n");
}

function groupTables({
  title,
  indexes,
  trials,
}: {
  title: string;
  indexes: readonly number[];
  trials: ReadonlyMap<number, readonly (readonly Trial[])[]>;
}): string {
  const of = (count: number) => indexes.flatMap((index) => trials.get(count)?.[index] ?? []);
  const bySplit = (count: number) =>
    Array.from({ length: SPLITS }, (_, split) =>
      pooled(
        indexes.flatMap((index) => trials.get(count)?.[index]?.[split] ?? []).map(({ figures }) => figures),
      ),
    );
  const figures = COUNTS.map((count) => ({
    title: `${title}, ${count}`,
    figures: averaged(
      of(count).map((trial) => trial.figures),
      SPLITS,
    ),
  }));
  const before = bySplit(0);
  const moved = COUNTS.slice(1).map((count) => {
    const after = bySplit(count);
    const span = (key: "precision" | "must_know" | "none_lenient" | "foreign_empty") => {
      const differences = after
        .map((figures, split) => rateOf(figures[key]) - rateOf(before[split]?.[key] ?? { hits: 0, of: 0 }))
        .sort((a, b) => a - b);
      const mean = differences.reduce((sum, value) => sum + value, 0) / SPLITS;
      return `${points(mean)} [${points(differences[1] ?? 0)} to ${points(differences.at(-2) ?? 0)}]`;
    };
    const shifts = of(count).map(({ shift }) => shift);
    const mean = shifts.reduce((sum, shift) => sum + shift, 0) / Math.max(1, shifts.length);
    return [
      `${title}, ${count}`,
      mean.toFixed(2),
      span("precision"),
      span("must_know"),
      span("none_lenient"),
      span("foreign_empty"),
    ];
  });
  const head = ["points against no learning", "shift", "precision", "grade 2", "lenient", "foreign"];
  return `${packTable(figures)}\n\n${formatTable(head, moved, new Set(head.keys()))}`;
}
