"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { toast } from "sonner";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { joinSaid } from "@/components/pieces/format";
import { FormProblem, readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { organizationUpdate } from "@/lib/access/contract";
import { call, listQuery } from "@/lib/doors/client";
import { repositorySettingsUpdate } from "@/lib/recall/contract";
import { type Holdout, type HoldoutMeasure, holdoutGet } from "@/lib/sessions/contract";
import { recallsHoldout } from "@/messages/compiled/recalls-holdout";
import type { Translate } from "@/messages/message";
import { holdoutInput, type ValueParameters } from "./filters";
import { HoldoutTable } from "./holdout-table";

type T = Translate<typeof recallsHoldout>;

const OFFERED = 0.1;

/** Whether memory helps: sessions that get it beside a random share that does not. */
export function HoldoutSection({ parameters }: { parameters: ValueParameters }) {
  const t = useMessages(recallsHoldout);
  const query = useQuery(listQuery(holdoutGet, holdoutInput(parameters)));
  const problem = readProblem(t("unreadable"), query);
  return (
    <section aria-labelledby="holdout" className="mt-8 scroll-mt-4">
      <h2 id="holdout" className="flex items-center gap-1 font-medium text-base">
        {t("title")}
        <DefinitionHint term={t("holdout")}>{t("holdout_definition")}</DefinitionHint>
      </h2>
      {problem !== null && <ErrorState {...problem} />}
      {query.isPending && <Skeleton className="h-32" />}
      {query.data !== undefined && (
        <>
          <Switch holdout={query.data} />
          <Comparison holdout={query.data} />
        </>
      )}
    </section>
  );
}

/** Says whether sessions are held out, and lets owners switch it with one click. */
function Switch({ holdout }: { holdout: Holdout }) {
  const t = useMessages(recallsHoldout);
  const { formatShare } = useFormat();
  const { may, organization } = useMe();
  const rolesThat = useRolesThat();
  const refresh = useRefreshAfter(organizationUpdate, repositorySettingsUpdate);
  const { repository, share } = holdout;
  const isOff = share === 0;
  const change = useMutation({
    mutationFn: async (holdout_share: number) => {
      const settings = { holdout_share };
      await (repository === null
        ? call(organizationUpdate, { settings })
        : call(repositorySettingsUpdate, { repository_id: repository.id, settings }));
      return holdout_share;
    },
    onSuccess: async (holdout_share) => {
      await refresh();
      toast.success(
        holdout_share === 0
          ? t("was_switched_off")
          : t("was_switched_on", { share: formatShare(holdout_share) }),
      );
    },
  });
  return (
    <>
      <p className="mt-1 max-w-prose text-pretty text-muted-foreground text-sm">
        {stateWords({ t, share: formatShare(share), isOff, repository: repository?.name ?? null })}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {may("organization:manage") && (
          <Button busy={change.isPending} onClick={() => change.mutate(isOff ? OFFERED : 0)}>
            {isOff ? t("hold_out", { share: formatShare(OFFERED) }) : t("switch_off")}
          </Button>
        )}
        {organization !== null && !may("organization:manage") && (
          <p className="text-muted-foreground text-sm">
            {t("who_may_change", { roles: rolesThat("organization:manage") })}
          </p>
        )}
      </div>
      <FormProblem error={change.error} />
    </>
  );
}

/** Where how many sessions are held out, or what that would show. */
function stateWords({
  t,
  share,
  isOff,
  repository,
}: {
  t: T;
  share: string;
  isOff: boolean;
  /** Null for all that have no share of their own. */
  repository: string | null;
}): string {
  if (isOff) return t("offer");
  if (repository === null) return t("running_everywhere", { share });
  return t("running_in", { share, repository });
}

function Comparison({ holdout }: { holdout: Holdout }) {
  const t = useMessages(recallsHoldout);
  const { share, with_memory, held_out, open, mixed, measures } = holdout;
  if (share === 0 && with_memory + held_out + open + mixed === 0) return null;
  const asides = joinSaid([
    open > 0 && t("still_open", { count: open }),
    mixed > 0 && t("memory_after", { count: mixed }),
  ]);
  return (
    <div className="mt-4">
      <p className="text-sm">
        <span className="font-medium">{summaryOf(t, measures)}</span>{" "}
        <span className="text-muted-foreground tabular-nums">
          {t("sample", { with_memory, held_out })}
          {asides !== "" && ` ${t("not_compared", { sessions: asides })}`}
        </span>
      </p>
      <HoldoutTable measures={measures} />
      <p className="mt-2 max-w-prose text-pretty text-muted-foreground text-xs">{t("intervals")}</p>
    </div>
  );
}

/** In one sentence, and never more than the intervals say. */
function summaryOf(t: T, measures: readonly HoldoutMeasure[]): string {
  const lower = measures.filter(({ verdict }) => verdict === "lower").length;
  const higher = measures.filter(({ verdict }) => verdict === "higher").length;
  if (lower + higher === 0) return t("no_difference");
  const differences = [
    lower > 0 && t("lower_better", { count: lower }),
    higher > 0 && t("higher_worse", { count: higher }),
  ].filter(Boolean);
  return t("compared", { count: measures.length, differences: differences.join("; ") });
}
