"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type Delivery, deliveryFollow, deliveryList } from "@/lib/skills/contract";
import { skillsDelivery } from "@/messages/compiled/skills-delivery";
import { skillsWords } from "@/messages/compiled/skills-words";
import { deliveriesInput } from "./filters";
import { ResolveSkeleton } from "./resolve-skeleton";
import { DELIVERY_TERMS } from "./words";

/** With the code of both sides, which few who see a delivery ever open. */
const Resolve = dynamic(() => import("./resolve").then((part) => part.Resolve), { loading: ResolveSkeleton });

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
