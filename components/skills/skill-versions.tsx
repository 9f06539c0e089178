"use client";

import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { DiffView } from "@/components/pieces/diff-view";
import { ListExport } from "@/components/pieces/list-export";
import { Pager } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { useRolesThat } from "@/components/pieces/who-may";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { DialogOnDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import {
  type SkillDetail,
  type SkillVersion,
  skillVersionGet,
  skillVersionList,
} from "@/lib/skills/contract";
import { skillPage } from "@/messages/compiled/skill-page";
import { DiffViewToggle } from "./diff-view-toggle";
import { skillParameters, versionsInput } from "./filters";
import { ORIGIN_WORDS } from "./words";

const loadRevert = () => import("./revert-opened").then((part) => part.RevertDialog);

function Revert({ skill, number }: { skill: SkillDetail; number: number }) {
  const t = useMessages(skillPage);
  const rolesThat = useRolesThat();
  const { may } = useMe();
  const [open, setOpen] = useState(false);
  if (!may("proposals:decide"))
    return (
      <span className="text-muted-foreground text-xs">
        {t("who_may_revert", { roles: rolesThat("proposals:decide") })}
      </span>
    );
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden />
        {t("revert_to", { version: number })}
      </Button>
      <DialogOnDemand load={loadRevert} props={{ skill, number, open, onOpenChange: setOpen }} />
    </>
  );
}

function Comparison({ skill, number, against }: { skill: SkillDetail; number: number; against: number }) {
  const t = useMessages(skillPage);
  const [{ view }, set] = useQueryStates(skillParameters);
  const skill_id = skill.id;
  const version = useQuery(operationQuery(skillVersionGet, { skill_id, number }));
  const other = useQuery({
    ...operationQuery(skillVersionGet, { skill_id, number: Math.max(1, against) }),
    enabled: against > 0,
  });
  const problem =
    readProblem(t("versions_unreadable"), version) ?? readProblem(t("versions_unreadable"), other);
  if (problem) return <ErrorState {...problem} />;
  const chosen = version.data;
  const others = Array.from({ length: skill.current_version }, (_, index) => index + 1).filter(
    (candidate) => candidate !== number,
  );
  const oldText = against === 0 ? "" : other.data?.content;
  return (
    <section aria-label={t("version_label", { version: number })} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-semibold text-base">{t("version", { version: number })}</h2>
        {others.length > 0 && (
          <span className="inline-flex items-center gap-2 text-muted-foreground text-sm">
            {t("compared_with")}
            <Choose
              value={String(against)}
              onChoose={(value) => void set({ version: number, against: Number(value) })}
              options={others.reverse().map((candidate) => ({
                value: String(candidate),
                label: t("compared_version", { version: candidate }),
              }))}
              placeholder={t("compared_nothing")}
              className="h-7"
              aria-label={t("choose_compared")}
            />
          </span>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <DiffViewToggle
            label={t("difference_view")}
            className="max-md:hidden"
            view={view}
            onView={(next) => void set({ view: next })}
          />
          {number !== skill.current_version && <Revert skill={skill} number={number} />}
        </span>
      </div>
      {chosen?.note && (
        <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere text-sm">
          {visible(chosen.note)}
        </p>
      )}
      {chosen !== undefined && oldText !== undefined && (
        <DiffView label={skill.path} old_text={oldText} new_text={chosen.content} view={view} />
      )}
      {(chosen === undefined || oldText === undefined) && <Skeleton className="h-72" />}
    </section>
  );
}

function VersionItem({
  version,
  current,
  chosen,
  onChoose,
}: {
  version: SkillVersion;
  current: boolean;
  chosen: boolean;
  onChoose: () => void;
}) {
  const t = useMessages(skillPage);
  return (
    <li
      className={cn(
        "relative border-b px-3 py-2 last:border-b-0 hover:bg-accent/60",
        chosen && "bg-accent shadow-[inset_2px_0_0_var(--primary)]",
      )}
    >
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className="flex items-center gap-2 font-medium text-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring"
      >
        {t("version", { version: version.number })}
        {current && <Badge tone="primary">{t("version_now")}</Badge>}
      </button>
      <p className="text-muted-foreground text-xs">
        {version.proposal_id ? (
          <Link
            href={`/proposals/${version.proposal_id}`}
            className="relative z-1 underline decoration-border-strong underline-offset-4 hover:decoration-foreground"
          >
            {t(ORIGIN_WORDS[version.origin])}
          </Link>
        ) : (
          t(ORIGIN_WORDS[version.origin])
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
        <Actor actor={version.created_by} />
        <RelativeTime at={version.created_at} />
      </p>
    </li>
  );
}

/** Every state the skill had, the newest first, each with what it changed. */
export function SkillVersions({ skill }: { skill: SkillDetail }) {
  const t = useMessages(skillPage);
  const [parameters, set] = useQueryStates(skillParameters);
  const pages = usePages();
  const list = useQuery(operationQuery(skillVersionList, versionsInput(skill.id, parameters.cursor)));
  const number = parameters.version ?? skill.current_version;
  const against = parameters.against ?? number - 1;
  const problem = readProblem(t("versions_unreadable"), list);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        {problem !== null && <ErrorState {...problem} />}
        {problem === null && list.data !== undefined && (
          <>
            <ul aria-label={t("versions")} className="rounded-md border bg-card">
              {list.data.items.map((version) => (
                <VersionItem
                  key={version.id}
                  version={version}
                  current={version.number === skill.current_version}
                  chosen={version.number === number}
                  onChoose={() => void set({ version: version.number, against: null }, { history: "push" })}
                />
              ))}
            </ul>
            <ListExport contract={skillVersionList} input={{ skill_id: skill.id }} total={list.data.total} />
            {list.data.total > list.data.items.length && (
              <Pager
                first={pages.first}
                shown={list.data.items.length}
                total={list.data.total}
                onPrevious={pages.onPrevious}
                onNext={pages.onNext(list.data)}
                busy={list.isFetching}
              />
            )}
          </>
        )}
        {problem === null && list.data === undefined && <Skeleton className="h-48" />}
      </div>
      <Comparison key={`${number} ${against}`} skill={skill} number={number} against={against} />
    </div>
  );
}
