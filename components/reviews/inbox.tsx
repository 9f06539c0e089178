"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Tag, Tags } from "lucide-react";
import { useRef } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { toastDone } from "@/components/pieces/undo";
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
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import {
  type ReviewImport,
  type RuleUnclassified,
  reviewImportConfirm,
  reviewImportGet,
  ruleUnclassified,
} from "@/lib/reviews/contract";
import { reviewsInbox } from "@/messages/compiled/reviews-inbox";
import { MoveToRule } from "./move-to-rule";
import { useFiling } from "./use-filing";

type Group = RuleUnclassified["items"][number];

/** Findings of one title that nobody knows the rule of, in the inbox. */
export function UnclassifiedItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(reviewsInbox);
  const query = useQuery(operationQuery(ruleUnclassified, {}));
  const group = query.data?.items.find(({ finding_ids }) => finding_ids.includes(subject_id)) ?? null;
  return (
    <InboxRecord what={t("findings_unreadable")} query={query} record={query.data && group}>
      {(open) => <OpenGroup group={open} subject_id={subject_id} queue={queue} />}
    </InboxRecord>
  );
}

function OpenGroup({ group, subject_id, queue }: { group: Group; subject_id: string; queue: DecidingQueue }) {
  const t = useMessages(reviewsInbox);
  const another = useRef<HTMLButtonElement>(null);
  const { file } = useFiling();
  const { title, suggestions, finding_ids, rejected } = group;
  const put = (rule_category: string) =>
    queue.decide(t("was_put", { rule: rule_category }), async () => {
      if (await file([group], rule_category)) return [subject_id];
      return [];
    });
  const [first] = suggestions;
  const actions: ReviewAction[] = [
    ...(first
      ? [
          {
            keys: DECISION_KEYS.accept,
            label: t("accept", { rule: first.rule_category }),
            run: () => put(first.rule_category),
            button: {
              text: t("move", { rule: first.rule_category }),
              icon: Tag,
              variant: "primary" as const,
              busy: queue.busy,
            },
          },
        ]
      : []),
    ...suggestions.map(({ rule_category }, index) => ({
      keys: String(index + 1),
      label: t("move", { rule: rule_category }),
      run: () => put(rule_category),
    })),
    { keys: DECISION_KEYS.edit, label: t("choose_another"), run: () => another.current?.click() },
  ];
  return (
    <Decisions group={t("findings_keys")} actions={actions}>
      {(buttons) => (
        <section aria-labelledby="unclassified-heading" className="flex min-w-0 flex-col gap-3">
          <ItemHeading id="unclassified-heading" heading={queue.heading}>
            {title}
          </ItemHeading>
          <p className="text-muted-foreground text-sm">
            {t("findings_of_title", { count: finding_ids.length, rejected })}
          </p>
          <div className="flex flex-wrap items-center gap-1.5">
            <span className="contents max-lg:hidden">{buttons}</span>
            <MoveToRule
              finding_ids={finding_ids}
              onMoved={() => queue.goOn([subject_id], t("moved"))}
              onCloseAutoFocus={queue.onDialogClosed}
            >
              <Button ref={another} aria-keyshortcuts={DECISION_KEYS.edit}>
                <Tags aria-hidden />
                {t("another")}
              </Button>
            </MoveToRule>
          </div>
          {suggestions.length > 1 && (
            <ol aria-label={t("suggested")} className="flex flex-col gap-1 text-sm">
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
            {t("open_finding")}
          </Link>
        </section>
      )}
    </Decisions>
  );
}

/** The draft of an import, in the inbox. */
export function ImportItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(reviewsInbox);
  const query = useQuery(operationQuery(reviewImportGet, { import_id: subject_id }));
  return (
    <InboxRecord
      what={t("import_unreadable")}
      query={query}
      record={query.data}
      waits={({ status }) => status === "draft"}
    >
      {(draft) => <OpenImport draft={draft} queue={queue} />}
    </InboxRecord>
  );
}

function OpenImport({ draft, queue }: { draft: ReviewImport; queue: DecidingQueue }) {
  const t = useMessages(reviewsInbox);
  const { mutateAsync } = useOperation(reviewImportConfirm, {
    onSuccess: () => toastDone(t("import_stored")),
    failure: t("import_not_confirmed"),
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
      label: t("confirm"),
      run: () => queue.decide(t("confirmed"), confirm),
      button: {
        text: t("store", { count: items.draft }),
        icon: CircleCheck,
        variant: "primary",
        busy: queue.busy,
        disabled: items.draft === 0,
      },
    },
  ];
  return (
    <Decisions group={t("import_keys")} actions={actions}>
      {(buttons) => (
        <section aria-labelledby="import-heading" className="flex min-w-0 flex-col gap-3">
          <ItemHeading id="import-heading" heading={queue.heading}>
            {draft.name}
          </ItemHeading>
          <p className="text-muted-foreground text-sm">
            {t("import_items", {
              kind: draft.kind,
              draft: items.draft,
              skipped: items.skipped,
              total: items.total,
            })}
          </p>
          <div className="flex flex-wrap items-center gap-1.5">
            <span className="contents max-lg:hidden">{buttons}</span>
            <Button asChild>
              <Link href={`/reviews/imports/${draft.id}`}>{t("review_items")}</Link>
            </Button>
          </div>
        </section>
      )}
    </Decisions>
  );
}
