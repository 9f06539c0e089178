"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Tag, Tags } from "lucide-react";
import { useRef } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { countOf, formatCount } from "@/components/pieces/format";
import { useOperation } from "@/components/pieces/use-operation";
import type { ReviewAction } from "@/components/review-queue/actions";
import {
  type DecidingQueue,
  Decisions,
  type InboxItemProps,
  InboxRecord,
  ItemHeading,
} from "@/components/review-queue/inbox-item";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { operationQuery } from "@/lib/doors/client";
import {
  type ReviewImport,
  type RuleUnclassified,
  reviewImportConfirm,
  reviewImportGet,
  ruleUnclassified,
} from "@/lib/reviews/contract";
import { IMPORT_KIND_WORDS } from "./import-words";
import { MoveToRule } from "./move-to-rule";
import { useFiling } from "./use-filing";

type Group = RuleUnclassified["items"][number];

/** Findings of one title that nobody knows the rule of, in the inbox. */
export function UnclassifiedItem({ subject_id, queue }: InboxItemProps) {
  const query = useQuery(operationQuery(ruleUnclassified, {}));
  const group = query.data?.items.find(({ finding_ids }) => finding_ids.includes(subject_id)) ?? null;
  return (
    <InboxRecord what="The findings" query={query} record={query.data && group}>
      {(open) => <OpenGroup group={open} subject_id={subject_id} queue={queue} />}
    </InboxRecord>
  );
}

function OpenGroup({ group, subject_id, queue }: { group: Group; subject_id: string; queue: DecidingQueue }) {
  const another = useRef<HTMLButtonElement>(null);
  const { file } = useFiling();
  const { title, suggestions, finding_ids, rejected } = group;
  const put = (rule_category: string) =>
    queue.decide(`Move to ${rule_category}`, async () => {
      if (await file([group], rule_category)) return [subject_id];
      return [];
    });
  const [first] = suggestions;
  const actions: ReviewAction[] = [
    ...(first
      ? [
          {
            keys: DECISION_KEYS.accept,
            label: `Accept the suggestion: ${first.rule_category}`,
            run: () => put(first.rule_category),
            button: {
              text: `Move to ${first.rule_category}`,
              icon: Tag,
              variant: "primary" as const,
              busy: queue.busy,
            },
          },
        ]
      : []),
    ...suggestions.map(({ rule_category }, index) => ({
      keys: String(index + 1),
      label: `Move to ${rule_category}`,
      run: () => put(rule_category),
    })),
    { keys: DECISION_KEYS.edit, label: "Choose another rule", run: () => another.current?.click() },
  ];
  return (
    <Decisions group="Unclassified findings" actions={actions}>
      {(buttons) => (
        <section aria-labelledby="unclassified-heading" className="flex min-w-0 flex-col gap-3">
          <ItemHeading id="unclassified-heading" heading={queue.heading}>
            {title}
          </ItemHeading>
          <p className="text-muted-foreground text-sm">
            {countOf(finding_ids.length, "finding", "findings")} of this title, {formatCount(rejected)}{" "}
            rejected. Once you choose a rule, similar titles are assigned to it automatically.
          </p>
          <div className="flex flex-wrap items-center gap-1.5">
            <span className="contents max-lg:hidden">{buttons}</span>
            <MoveToRule
              finding_ids={finding_ids}
              onMoved={() => queue.goOn([subject_id], "Moved")}
              onCloseAutoFocus={queue.onDialogClosed}
            >
              <Button ref={another} aria-keyshortcuts={DECISION_KEYS.edit}>
                <Tags aria-hidden />
                Another rule
              </Button>
            </MoveToRule>
          </div>
          {suggestions.length > 1 && (
            <ol aria-label="Suggested rules" className="flex flex-col gap-1 text-sm">
              {suggestions.map(({ rule_category }, index) => (
                <li key={rule_category}>
                  <kbd>{index + 1}</kbd> <span className="font-mono text-xs">{rule_category}</span>
                </li>
              ))}
            </ol>
          )}
          <Link
            href={`/reviews/findings/${subject_id}`}
            className="self-start text-primary text-sm underline-offset-4 hover:underline"
          >
            Open one of the findings
          </Link>
        </section>
      )}
    </Decisions>
  );
}

/** The draft of an import, in the inbox. */
export function ImportItem({ subject_id, queue }: InboxItemProps) {
  const query = useQuery(operationQuery(reviewImportGet, { import_id: subject_id }));
  return (
    <InboxRecord
      what="The import"
      query={query}
      record={query.data}
      waits={({ status }) => status === "draft"}
    >
      {(draft) => <OpenImport draft={draft} queue={queue} />}
    </InboxRecord>
  );
}

function OpenImport({ draft, queue }: { draft: ReviewImport; queue: DecidingQueue }) {
  const { mutateAsync } = useOperation(reviewImportConfirm, {
    success: "Confirmed: it is being stored",
    failure: "The import could not be confirmed",
  });
  const confirm = () =>
    mutateAsync({ import_id: draft.id }).then(
      () => [draft.id],
      () => [],
    );
  const { items } = draft;
  const actions: ReviewAction[] = [
    {
      keys: DECISION_KEYS.accept,
      label: "Confirm: store what it shows",
      run: () => queue.decide("Confirmed", confirm),
      button: {
        text: `Store ${formatCount(items.draft)}`,
        icon: CircleCheck,
        variant: "primary",
        busy: queue.busy,
        disabled: items.draft === 0,
      },
    },
  ];
  return (
    <Decisions group="Import to confirm" actions={actions}>
      {(buttons) => (
        <section aria-labelledby="import-heading" className="flex min-w-0 flex-col gap-3">
          <ItemHeading id="import-heading" heading={queue.heading}>
            {draft.name}
          </ItemHeading>
          <p className="text-muted-foreground text-sm">
            From {IMPORT_KIND_WORDS[draft.kind]}: {countOf(items.draft, "item", "items")} to be stored,{" "}
            {formatCount(items.skipped)} left out, of {formatCount(items.total)}.
          </p>
          <div className="flex flex-wrap items-center gap-1.5">
            <span className="contents max-lg:hidden">{buttons}</span>
            <Button asChild>
              <Link href={`/reviews/imports/${draft.id}`}>Review the items</Link>
            </Button>
          </div>
        </section>
      )}
    </Decisions>
  );
}
