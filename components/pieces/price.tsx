import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { Proposal } from "@/lib/skills/contract";
import { countOf, formatCount } from "./format";

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
  verb = "Prevents",
  className,
}: {
  price: PriceOf;
  verb?: string;
  className?: string;
}) {
  const { prevented, rejected, hidden, implemented, days } = price;
  const isPoor = isBreakEven(price);
  return (
    <span className={cn("text-pretty", isPoor && "text-muted-foreground", className)}>
      {verb}{" "}
      <span className={isPoor ? undefined : "font-medium"}>
        {formatCount(prevented)} of {countOf(rejected, "false alarm", "false alarms")}
      </span>
      , hides{" "}
      <span className={cn(!isPoor && hidden > 0 && "font-medium text-warn")}>
        {formatCount(hidden)} of {countOf(implemented, "real finding", "real findings")}
      </span>{" "}
      <span className="text-muted-foreground">({days} days)</span>
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
  return (
    <Badge
      tone="quiet"
      title="It hides at least as many findings that people implemented as it prevents false alarms."
    >
      not recommended
    </Badge>
  );
}
