"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { DiffView } from "@/components/pieces/diff-view";
import { FormProblem, ReadProblem } from "@/components/pieces/problem";
import { StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
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
import { skillsDelivery } from "@/messages/compiled/skills-delivery";
import { skillsWords } from "@/messages/compiled/skills-words";
import type { PlainKey, Translate } from "@/messages/message";
import { deliveriesInput } from "./filters";
import { ThreeWay } from "./three-way";
import { DELIVERY_TERMS } from "./words";

type T = Translate<typeof skillsDelivery>;

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

function Resolve({ delivery, onDone }: { delivery: Delivery; onDone: () => void }) {
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
  if (!query.data)
    return (
      <div aria-busy className="flex flex-col gap-3">
        <Skeleton className="w-2/3" />
        <Skeleton className="h-32" />
        <Skeleton className="w-1/2" />
      </div>
    );
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

const asPath = (path: ReactNode) => <span className="break-all font-mono text-xs">{path}</span>;

/** The branch or the pull request that holds a version. */
function Where({ delivery }: { delivery: Delivery }) {
  const t = useMessages(skillsDelivery);
  if (delivery.url !== null && delivery.pull_request !== null)
    return (
      <a href={delivery.url} rel="noreferrer" target="_blank" className="underline underline-offset-4">
        {t("pull_request", { number: delivery.pull_request })}
      </a>
    );
  if (delivery.branch === null) return null;
  return t.rich("on_branch", { name: delivery.branch, branch: asPath });
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
  const t = useMessages(skillsDelivery);
  const rolesThat = useRolesThat();
  const { may } = useMe();
  if (delivery.status === "open" && may("skills:manage"))
    return (
      <Button size="sm" busy={busy} onClick={onFollow}>
        {t("check_merged")}
      </Button>
    );
  if (!needsPerson(delivery)) return null;
  if (may("proposals:decide"))
    return (
      <Button size="sm" onClick={onResolve}>
        {t("resolve")}
      </Button>
    );
  return (
    <span className="text-muted-foreground text-xs">
      {t("who_may_resolve", { roles: rolesThat("proposals:decide") })}
    </span>
  );
}

/** Which version goes to which file, and where it is; how agents come to it where there is no file. */
function Destination({ delivery, linked }: { delivery: Delivery; linked: boolean }) {
  const t = useMessages(skillsDelivery);
  const words = useMessages(skillsWords);
  const { skill, version_number: version, status, mode, error } = delivery;
  if (mode === "none" && status === "delivered") return t("fetched", { version });
  const to = { version, path: skill.path, file: asPath };
  const link = (name: ReactNode) => (
    <Link
      href={`/skills/${skill.id}?tab=deliveries`}
      className="font-medium underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
  return (
    <>
      {linked
        ? t.rich("skill_version_to", { ...to, name: skill.name, skill: link })
        : t.rich("version_to", to)}{" "}
      <Where delivery={delivery} />{" "}
      {needsPerson(delivery) && (error ?? words(DELIVERY_TERMS[status].meaning))}
    </>
  );
}

/** How a version gets into the file, and the way out when it does not. */
export function DeliveryState({ delivery, linked = false }: { delivery: Delivery; linked?: boolean }) {
  const t = useMessages(skillsDelivery);
  const words = useMessages(skillsWords);
  const [open, setOpen] = useState(false);
  const follow = useOperation(deliveryFollow, {
    success: ({ status }) => words(DELIVERY_TERMS[status].meaning),
    failure: t("state_unknown"),
    refreshOnFailure: true,
  });
  return (
    <>
      <StatusWithReason
        term={DELIVERY_TERMS[delivery.status]}
        t={words}
        reason={<Destination delivery={delivery} linked={linked} />}
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
          title={t("deliver", { version: delivery.version_number, skill: delivery.skill.name })}
          description={t("deliver_description")}
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
  const t = useMessages(skillsDelivery);
  if (total === 0) return null;
  return (
    <section
      id="stuck-deliveries"
      aria-labelledby="stuck"
      data-total={total}
      className="mb-5 scroll-mt-16 rounded-md border border-warn/40 bg-card"
    >
      <h2 id="stuck" className="border-b px-3 py-2 font-medium text-sm">
        {t("stuck", { count: total })}
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
