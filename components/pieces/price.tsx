"use client";

import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { Proposal } from "@/lib/skills/contract";
import { evidence } from "@/messages/compiled/evidence";

/** What a change of a skill does to findings: false alarms that it prevents, and real findings that it hides. */
export type PriceOf = {
  prevented: number;
  rejected: number;
  hidden: number;
  implemented: number;
  days: number;
};

/** What a proposal would have done, as its price. */
export const priceOf = ({ spared, touched, ...rest }: NonNullable<Proposal["predicted"]>): PriceOf => ({
  prevented: spared,
  hidden: touched,
  ...rest,
});

/** Whether it hides at least as many findings that people implemented as it prevents false alarms. */
export const isBreakEven = ({ prevented, hidden }: Pick<PriceOf, "prevented" | "hidden">): boolean =>
  hidden > 0 && hidden >= prevented;

/** "Prevents 6 of 18 false alarms, hides 6 of 25 real findings (30 days)"; grey where it is not worth its price. */
export function Price({
  price,
  effect = "prevents",
  className,
}: {
  price: PriceOf;
  /** What becomes of the false alarms: they are no longer reported, or are minor remarks. */
  effect?: "prevents" | "demotes";
  className?: string;
}) {
  const t = useMessages(evidence);
  const { prevented, hidden, ...rest } = price;
  const isPoor = isBreakEven(price);
  return (
    <span className={cn("text-pretty", isPoor && "text-muted-foreground", className)}>
      {t.rich(effect, {
        ...rest,
        prevented_count: prevented,
        hidden_count: hidden,
        prevented: (content) => <span className={isPoor ? undefined : "font-medium"}>{content}</span>,
        hidden: (content) => (
          <span className={cn(!isPoor && hidden > 0 && "font-medium text-warn")}>{content}</span>
        ),
        period: (content) => <span className="text-muted-foreground">{content}</span>,
      })}
      {isPoor && (
        <>
          {" "}
          <NotRecommended />
        </>
      )}
    </span>
  );
}

export function NotRecommended() {
  const t = useMessages(evidence);
  return (
    <Badge tone="quiet" title={t("not_recommended_meaning")}>
      {t("not_recommended")}
    </Badge>
  );
}
