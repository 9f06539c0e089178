"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DiffView } from "@/components/pieces/diff-view";
import { formatCount } from "@/components/pieces/format";
import { FormProblem, ReadProblem } from "@/components/pieces/problem";
import { StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { operationQuery } from "@/lib/doors/client";
import {
  type Delivery,
  type DeliveryDetail,
  deliveryFollow,
  deliveryGet,
  deliveryList,
  deliveryResolve,
  type RESOLUTIONS,
} from "@/lib/skills/contract";
import { deliveriesInput } from "./filters";
import { ThreeWay } from "./three-way";
import { DELIVERY_TERMS } from "./words";

const POLL_MS = 1_500;

/** A skill's deliveries, read again and again while one is on its way. */
export function useDeliveries(skill_id: string, enabled = true) {
  return useQuery({
    ...operationQuery(deliveryList, deliveriesInput(skill_id)),
    enabled,
    refetchInterval: ({ state }) => {
      if (state.data?.items.some((delivery) => delivery.status === "pending")) return POLL_MS;
      return false;
    },
  });
}

const needsPerson = ({ status }: Delivery) =>
  status === "conflict" || status === "failed" || status === "closed";

type Resolution = (typeof RESOLUTIONS)[number];

const DONE: Record<Resolution, string> = {
  keep_file: "The file was kept and is now the newest version",
  merge: "Both changes were merged",
  retry: "Trying again",
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
  const regions = detail.merge?.conflicts ?? [];
  if (regions.length === 0) return null;
  return (
    <div className="flex flex-col gap-4">
      {regions.map((region) => (
        <ThreeWay
          key={region.line}
          region={region}
          reason={`Both changed these lines, at line ${formatCount(region.line)} of the file.`}
          labels={[
            "When the version was made",
            `In version ${formatCount(detail.version_number)}`,
            "In the file now",
          ]}
        />
      ))}
    </div>
  );
}

/** Why version and file cannot be merged; null when they can. */
function whyNotMerged({ merge, file_problem }: DeliveryDetail): string | null {
  if (merge === null) return file_problem ?? "There is nothing to merge.";
  if (merge.clean) return null;
  return "The version and the file change the same lines, so they cannot be merged automatically. Keep the file, and draft the proposal again.";
}

function Resolve({ delivery, onDone }: { delivery: Delivery; onDone: () => void }) {
  const query = useQuery({
    ...operationQuery(deliveryGet, { delivery_id: delivery.id }),
    // What is in the file is read at this moment.
    staleTime: 0,
  });
  const resolve = useOperation(deliveryResolve, {
    onSuccess: ({ skill_version }, { action }) => {
      toast.success(DONE[action], {
        description: skill_version ? `Version ${skill_version.number} was made.` : undefined,
      });
      onDone();
    },
    refreshOnFailure: true,
  });
  if (query.isError) return <ReadProblem happened="The file could not be compared." reading={query} />;
  if (!query.data)
    return (
      <div aria-busy className="flex flex-col gap-3">
        <Skeleton className="w-2/3" />
        <Skeleton className="h-32" />
        <Skeleton className="w-1/2" />
      </div>
    );
  const detail = query.data;
  const merge_missing = whyNotMerged(detail);
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
            label={`${delivery.skill.path}: version ${delivery.version_number} (−) and the file found (+)`}
            old_text={detail.version_content}
            new_text={detail.file_content}
          />
          <Conflicts detail={detail} />
        </>
      ) : (
        <p className="text-pretty">{detail.file_problem ?? "The file cannot be read."}</p>
      )}
      <FormProblem error={resolve.error} />
      <ul>
        {failed && (
          <Choice
            title="Try again"
            meaning="Once the cause is fixed, the same version is written again."
            verb="Try again"
            why_not={null}
            primary
            {...choose("retry")}
          />
        )}
        <Choice
          title="Merge"
          meaning="One new version with both the approved change and the file's change. It is delivered."
          verb="Merge"
          why_not={merge_missing}
          primary={!failed && merge_missing === null}
          {...choose("merge")}
        />
        <Choice
          title="Keep the file"
          meaning="The current file becomes the newest version. The approved text stays in the history."
          verb="Keep the file"
          why_not={detail.file_content === null ? "The file cannot be read." : null}
          primary={false}
          {...choose("keep_file")}
        />
        {!failed && (
          <Choice
            title="Try again"
            meaning="If the file is back to its earlier text, the version is written."
            verb="Try again"
            why_not={null}
            primary={false}
            {...choose("retry")}
          />
        )}
      </ul>
      <DialogClose asChild>
        <Button className="self-end">Decide later</Button>
      </DialogClose>
    </div>
  );
}

/** The branch or the pull request that holds a version. */
function Where({ delivery }: { delivery: Delivery }) {
  if (delivery.url !== null && delivery.pull_request !== null)
    return (
      <a href={delivery.url} rel="noreferrer" target="_blank" className="underline underline-offset-4">
        Pull request {delivery.pull_request}
      </a>
    );
  if (delivery.branch === null) return null;
  return (
    <>
      On the branch <span className="break-all font-mono text-xs">{delivery.branch}</span>.
    </>
  );
}

/** What the person can do about a delivery that is not done. */
function NextStep({
  delivery,
  busy,
  onFollow,
  onResolve,
}: {
  delivery: Delivery;
  busy: boolean;
  onFollow: () => void;
  onResolve: () => void;
}) {
  const { may } = useMe();
  if (delivery.status === "open" && may("skills:manage"))
    return (
      <Button size="sm" busy={busy} onClick={onFollow}>
        Check whether it was merged
      </Button>
    );
  if (!needsPerson(delivery)) return null;
  if (may("proposals:decide"))
    return (
      <Button size="sm" onClick={onResolve}>
        Resolve
      </Button>
    );
  return <span className="text-muted-foreground text-xs">{whoMay("proposals:decide", "resolve it")}</span>;
}

/** How a version gets into the file, and the way out when it does not. */
export function DeliveryState({ delivery, linked = false }: { delivery: Delivery; linked?: boolean }) {
  const [open, setOpen] = useState(false);
  const follow = useOperation(deliveryFollow, {
    success: ({ status }) => DELIVERY_TERMS[status].meaning,
    failure: "The state of the branch or pull request could not be checked",
    refreshOnFailure: true,
  });
  const where = (
    <>
      {linked ? (
        <Link
          href={`/skills/${delivery.skill.id}?tab=deliveries`}
          className="font-medium underline-offset-4 hover:underline"
        >
          {delivery.skill.name}
        </Link>
      ) : (
        "Version"
      )}{" "}
      {linked && "version "}
      {delivery.version_number} to <span className="break-all font-mono text-xs">{delivery.skill.path}</span>.
    </>
  );
  return (
    <>
      <StatusWithReason
        term={DELIVERY_TERMS[delivery.status]}
        reason={
          delivery.mode === "none" && delivery.status === "delivered" ? (
            <>Agents fetch version {delivery.version_number} from the API; no file is written.</>
          ) : (
            <>
              {where} <Where delivery={delivery} />{" "}
              {needsPerson(delivery) && (delivery.error ?? DELIVERY_TERMS[delivery.status].meaning)}
            </>
          )
        }
        at={delivery.finished_at ?? delivery.created_at}
        action={
          <NextStep
            delivery={delivery}
            busy={follow.isPending}
            onFollow={() => follow.mutate({ delivery_id: delivery.id })}
            onResolve={() => setOpen(true)}
          />
        }
      />
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          title={`Deliver version ${delivery.version_number} of ${delivery.skill.name}`}
          description="The file is never overwritten: choose what happens to the two texts."
          className="max-w-3xl"
        >
          <Resolve delivery={delivery} onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  );
}

/** Deliveries that wait for a person; nothing when none does. */
export function StuckDeliveries({ deliveries, total }: { deliveries: readonly Delivery[]; total: number }) {
  if (total === 0) return null;
  return (
    <section
      id="stuck-deliveries"
      aria-labelledby="stuck"
      data-total={total}
      className="mb-5 scroll-mt-16 rounded-md border border-warn/40 bg-card"
    >
      <h2 id="stuck" className="border-b px-3 py-2 font-medium text-sm">
        {total === 1 ? "One delivery needs you" : `${formatCount(total)} deliveries need you`}
      </h2>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="border-b px-3 py-2.5 last:border-b-0">
            <DeliveryState delivery={delivery} linked />
          </li>
        ))}
      </ul>
    </section>
  );
}
