"use client";

import { useQuery } from "@tanstack/react-query";
import { DiffView } from "@/components/pieces/diff-view";
import { FormProblem, ReadProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { DialogClose } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { operationQuery } from "@/lib/doors/client";
import {
  type Delivery,
  type DeliveryDetail,
  deliveryGet,
  deliveryResolve,
  type RESOLUTIONS,
} from "@/lib/skills/contract";
import { skillsDelivery } from "@/messages/compiled/skills-delivery";
import type { PlainKey, Translate } from "@/messages/message";
import { ResolveSkeleton } from "./resolve-skeleton";
import { ThreeWay } from "./three-way";

type T = Translate<typeof skillsDelivery>;

type Resolution = (typeof RESOLUTIONS)[number];

const DONE: Record<Resolution, PlainKey<typeof skillsDelivery>> = {
  keep_file: "file_kept",
  merge: "both_merged",
  retry: "trying_again",
};

function Choice({
  title,
  meaning,
  verb,
  why_not,
  busy,
  primary,
  onChoose,
}: {
  title: string;
  meaning: string;
  verb: string;
  why_not: string | null;
  busy: boolean;
  primary: boolean;
  onChoose: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        <p className="text-pretty text-muted-foreground">{why_not ?? meaning}</p>
      </div>
      <Button
        variant={primary ? "primary" : "secondary"}
        busy={busy}
        disabled={why_not !== null}
        onClick={onChoose}
      >
        {verb}
      </Button>
    </li>
  );
}

function Conflicts({ detail }: { detail: DeliveryDetail }) {
  const t = useMessages(skillsDelivery);
  const regions = detail.merge?.conflicts ?? [];
  if (regions.length === 0) return null;
  return (
    <div className="flex flex-col gap-4">
      {regions.map((region) => (
        <ThreeWay
          key={region.line}
          region={region}
          reason={t("both_changed", { line: region.line })}
          labels={[
            t("text_before"),
            t("text_in_version", { version: detail.version_number }),
            t("text_in_file"),
          ]}
        />
      ))}
    </div>
  );
}

/** Why version and file cannot be merged; null when they can. */
function whyNotMerged(t: T, { merge, file_problem }: DeliveryDetail): string | null {
  if (merge === null) return file_problem ?? t("nothing_to_merge");
  if (merge.clean) return null;
  return t("cannot_merge");
}

/** The version beside the file, and the choices that lead on. */
export function Resolve({ delivery, onDone }: { delivery: Delivery; onDone: () => void }) {
  const t = useMessages(skillsDelivery);
  const query = useQuery({
    ...operationQuery(deliveryGet, { delivery_id: delivery.id }),
    // What is in the file is read at this moment.
    staleTime: 0,
  });
  const resolve = useOperation(deliveryResolve, {
    onSuccess: ({ skill_version }, { action }) => {
      toast.success(t(DONE[action]), {
        description: skill_version ? t("version_made", { version: skill_version.number }) : undefined,
      });
      onDone();
    },
    refreshOnFailure: true,
  });
  if (query.isError) return <ReadProblem happened={t("not_compared")} reading={query} />;
  if (!query.data) return <ResolveSkeleton />;
  const detail = query.data;
  const merge_missing = whyNotMerged(t, detail);
  const choose = (action: Resolution) => ({
    busy: resolve.isPending && resolve.variables.action === action,
    onChoose: () => resolve.mutate({ delivery_id: delivery.id, action }),
  });
  const failed = delivery.status !== "conflict";
  return (
    <div className="flex flex-col gap-4 text-sm">
      {delivery.error && <p className="text-pretty">{delivery.error}</p>}
      {detail.file_content !== null ? (
        <>
          <DiffView
            label={t("difference", { path: delivery.skill.path, version: delivery.version_number })}
            old_text={detail.version_content}
            new_text={detail.file_content}
          />
          <Conflicts detail={detail} />
        </>
      ) : (
        <p className="text-pretty">{detail.file_problem ?? t("file_unreadable")}</p>
      )}
      <FormProblem error={resolve.error} />
      <ul>
        {failed && (
          <Choice
            title={t("retry")}
            meaning={t("retry_failed_meaning")}
            verb={t("retry")}
            why_not={null}
            primary
            {...choose("retry")}
          />
        )}
        <Choice
          title={t("merge")}
          meaning={t("merge_meaning")}
          verb={t("merge")}
          why_not={merge_missing}
          primary={!failed && merge_missing === null}
          {...choose("merge")}
        />
        <Choice
          title={t("keep_file")}
          meaning={t("keep_file_meaning")}
          verb={t("keep_file")}
          why_not={detail.file_content === null ? t("file_unreadable") : null}
          primary={false}
          {...choose("keep_file")}
        />
        {!failed && (
          <Choice
            title={t("retry")}
            meaning={t("retry_conflict_meaning")}
            verb={t("retry")}
            why_not={null}
            primary={false}
            {...choose("retry")}
          />
        )}
      </ul>
      <DialogClose asChild>
        <Button className="self-end">{t("decide_later")}</Button>
      </DialogClose>
    </div>
  );
}
