import { LEARNING_TYPES, type LearningType } from "@/lib/sessions";
import type { Label, Labelled } from "./extraction-corpus";
import { formatTable } from "./table";

export type Part = "tuned" | "aside";

/** `wanted`: some label says it, whatever its family; `right`: in a family that fits, too. */
export type Kept = { type: LearningType; statement: string; wanted: boolean; right: boolean };

/** `missed` in a family that fits; `said` in any. */
export type JudgedSection = Labelled & { text: string; kept: Kept[]; missed: Label[]; said: Label[] };

export type CorpusRow = {
  part: Part;
  name: string;
  right: number;
  kept: number;
  found: number;
  wanted: number;
};

/** Precision over what was kept, by its family; recall over the labels, by the first family of each. */
export function corpusRows(sections: readonly JudgedSection[]): CorpusRow[] {
  return (["tuned", "aside"] as const).flatMap((part) => {
    const own = sections.filter((section) => section.part === part);
    const drawn = own.filter((section) => section.drawn === "random");
    return [
      ...LEARNING_TYPES.map((type) => rowOf(part, type, own, type)),
      rowOf(part, "all", own),
      rowOf(part, "all, in whatever family", own.map(inAnyFamily)),
      rowOf(part, "all, drawn by chance", drawn),
    ];
  });
}

function inAnyFamily(section: JudgedSection): JudgedSection {
  const kept = section.kept.map((one) => ({ ...one, right: one.wanted }));
  return { ...section, kept, missed: section.missed.filter((label) => !section.said.includes(label)) };
}

function rowOf(part: Part, name: string, sections: readonly JudgedSection[], type?: LearningType): CorpusRow {
  const kept = sections.flatMap((section) => section.kept).filter((one) => !type || one.type === type);
  const count = (labels: readonly Label[]) =>
    labels.filter(({ families: [first] }) => !type || first === type).length;
  const wanted = count(sections.flatMap(({ labels }) => labels));
  const missed = count(sections.flatMap((section) => section.missed));
  const right = kept.filter((one) => one.right).length;
  return { part, name, right, kept: kept.length, found: wanted - missed, wanted };
}

const percent = (share: number, all: number) => (all === 0 ? "" : ((100 * share) / all).toFixed(1));

export function corpusTables(sections: readonly JudgedSection[]): string {
  const rows = corpusRows(sections);
  return (["tuned", "aside"] as const)
    .map((part) => {
      const own = sections.filter((section) => section.part === part);
      const empty = own.filter(({ labels }) => labels.length === 0);
      const silent = empty.filter(({ kept }) => kept.length === 0).length;
      const repositories = new Set(own.map(({ repository }) => repository)).size;
      const table = formatTable(
        ["family", "precision", "recall", "kept", "wanted"],
        rows
          .filter((row) => row.part === part)
          .map(({ name, right, kept, found, wanted }) => [
            name,
            percent(right, kept),
            percent(found, wanted),
            String(kept),
            String(wanted),
          ]),
        new Set([1, 2, 3, 4]),
      );
      return `${part}: ${own.length} sections of ${repositories} repositories; nothing is learned of ${silent} of the ${empty.length} that teach nothing\n${table}`;
    })
    .join("\n\n");
}
