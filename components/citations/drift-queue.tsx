"use client";

import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog } from "@/components/pieces/memory-dialogs";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { type Memory, memoryList } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";
import { DRIFT_BUTTONS, type DriftDialog } from "./drift-actions";
import { DriftDetail } from "./drift-detail";
import { DriftDialogs } from "./drift-dialogs";
import { DriftEmpty, DriftFiltered } from "./drift-empty";
import { DriftFilterBar } from "./drift-filters";
import { DriftFacts } from "./drift-row";
import { DriftSkeleton } from "./drift-skeleton";
import { DriftItem } from "./inbox";
import { citationParameters, driftInput, OTHER_VIEW } from "./parameters";
import type { CitationRights } from "./rights";
import { useDriftActions } from "./use-drift-actions";
import { type DriftQueueState, useDriftQueue } from "./use-drift-queue";

const pageOf = ({ id }: Memory) => `/memories/${id}`;

/** Memories whose code changed: each with what its lines said then and say now. */
export function DriftQueue({ repository, can }: { repository: string | null; can: CitationRights }) {
  const t = useMessages(citationsDrift);
  const drift = useDriftQueue(repository);
  const { queue, isFiltered, diff, setDiff } = drift;
  const dialogs = useDialogs<DriftDialog>(queue.onDialogClosed);
  const actionsFor = useDriftActions({ queue, onDialog: dialogs.show });
  const decisions = useMemoryDecisions();
  const refreshMany = () =>
    queue.decide(t("done_refreshed"), () => decisions.refreshMany([...queue.selection]));
  const compare = {
    keys: DECISION_KEYS.view,
    label: t("keys_compare"),
    run: () => setDiff(OTHER_VIEW[diff]),
  };
  const actionsOf = (memory: Memory) => {
    if (!can.write) return [compare];
    return [compare, ...actionsFor(memory)];
  };
  return (
    <ReviewQueue
      queue={queue}
      label={t("queue")}
      list={{
        name: "drift",
        contract: memoryList,
        input: driftInput({ ...drift.filters, sort: drift.sort }),
        parameters: citationParameters,
      }}
      page={{ label: t("open_page"), hrefOf: pageOf }}
      actions={actionsOf}
      buttons={DRIFT_BUTTONS}
      canDecide={can.write}
      hasFoot={can.write}
      bulkButtons={
        <>
          <Button size="sm" busy={queue.busy} onClick={refreshMany}>
            {t("refresh")}
          </Button>
          <Button size="sm" variant="danger" onClick={() => dialogs.show("invalidate_many")}>
            {t("invalidate")}
          </Button>
        </>
      }
      onSelectAll={drift.selectAll}
      filters={(isFiltered || !queue.isEmpty) && <DriftFilterBar drift={drift} />}
      skeleton={<DriftSkeleton />}
      empty={<Empty drift={drift} />}
      row={(memory) => ({ text: memory.statement, facts: <DriftFacts memory={memory} /> })}
      detail={(memory, buttons) => (
        <>
          <DriftDetail
            memory={memory}
            heading={queue.heading}
            diff={diff}
            setDiff={setDiff}
            buttons={buttons}
          />
          <DriftDialogs dialogs={dialogs} memory={memory} goOn={queue.goOn} />
          <InvalidateDialog
            {...dialogs.propsOf("invalidate_many")}
            ids={[...queue.selection]}
            onDone={(done) => queue.goOn(done, t("done_invalidated"))}
          />
        </>
      )}
      unlisted={(id) => can.write && <DriftItem key={id} subject_id={id} queue={queue} />}
    />
  );
}

function Empty({ drift: { isFiltered, filters, change } }: { drift: DriftQueueState }) {
  if (isFiltered) return <DriftFiltered onClear={() => change({ verdict: null, kind: null })} />;
  return <DriftEmpty repository={filters.repository} />;
}
