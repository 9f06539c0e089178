"use client";

import { useQuery } from "@tanstack/react-query";
import { Truck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { BackLink } from "@/components/pieces/back-link";
import { CodeLines } from "@/components/pieces/code-lines";
import { formatLines } from "@/components/pieces/format";
import { ListExport } from "@/components/pieces/list-export";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { deliveryList, type SkillDetail, skillGet } from "@/lib/skills/contract";
import { skillPage } from "@/messages/compiled/skill-page";
import { skillsWords } from "@/messages/compiled/skills-words";
import type { Translate } from "@/messages/message";
import { DeliveryState, useDeliveries } from "./delivery";
import { DeliveryModeChoice } from "./delivery-mode";
import { SkillEffects } from "./effect";
import { SKILL_TABS, skillParameters } from "./filters";
import { Markdown } from "./markdown";
import { SkillVersions } from "./skill-versions";
import { SKILL_DELIVERY_TERMS } from "./words";

const TAB_WORDS = {
  now: "tab_now",
  versions: "tab_versions",
  effect: "tab_effect",
  deliveries: "tab_deliveries",
} as const;

function Now({ skill }: { skill: SkillDetail }) {
  const t = useMessages(skillPage);
  const [{ source }, set] = useQueryStates(skillParameters);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <section aria-label={t("text")} className="min-w-0 rounded-md border bg-card">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken px-3 py-1.5 text-xs">
          <p className="min-w-0 break-all font-medium font-mono">{skill.path}</p>
          <span className="ml-auto flex items-center gap-1">
            <ToggleGroup
              label={t("how_shown")}
              value={source}
              onValueChange={(next) => void set({ source: next })}
              options={[
                { value: "rendered", label: t("shown_rendered") },
                { value: "source", label: t("shown_source") },
              ]}
            />
            <CopyButton text={skill.content} label={t("copy_file")} />
          </span>
        </header>
        {source === "source" ? (
          <CodeLines
            label={t("path_and_version", { path: skill.path, version: skill.current_version })}
            text={skill.content}
            wrap
          />
        ) : (
          <div className="px-4 py-4 sm:px-6">
            <Markdown content={skill.content} />
          </div>
        )}
      </section>
      <section aria-labelledby="sections" className="text-sm">
        <h2 id="sections" className="mb-1 text-muted-foreground text-xs">
          {t("sections")}
        </h2>
        {skill.sections.length === 0 ? (
          <p className="text-pretty text-muted-foreground">{t("no_sections")}</p>
        ) : (
          <ul className="rounded-md border bg-card">
            {skill.sections.map((section) => (
              <li
                key={section.line_start}
                className="flex items-baseline gap-2 border-b px-3 py-1.5 last:border-b-0"
              >
                <span
                  dir="auto"
                  className="min-w-0 flex-1 wrap-anywhere"
                  style={{ paddingLeft: `${(section.depth - 1) * 0.75}rem` }}
                >
                  {visible(section.title)}
                  {!section.editable && (
                    <span className="block text-muted-foreground text-xs">{t("same_title")}</span>
                  )}
                </span>
                <span className="shrink-0 font-mono text-muted-foreground text-xs">
                  {formatLines(section.line_start, section.line_end)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function Deliveries({ skill }: { skill: SkillDetail }) {
  const t = useMessages(skillPage);
  const query = useDeliveries(skill.id);
  const problem = readProblem(t("deliveries_unreadable"), query);
  if (problem) return <ErrorState {...problem} />;
  if (!query.data) return <Skeleton className="h-32" />;
  if (query.data.total === 0)
    return (
      <div className="max-w-4xl">
        <DeliveryModeChoice skill={skill} />
        <div className="rounded-md border bg-card">
          <EmptyState icon={Truck} title={t("no_deliveries")}>
            {t("no_deliveries_text")}
          </EmptyState>
        </div>
      </div>
    );
  return (
    <div className="max-w-4xl">
      <DeliveryModeChoice skill={skill} />
      <ul className="rounded-md border bg-card">
        {query.data.items.map((delivery) => (
          <li key={delivery.id} className="border-b px-3 py-2.5 last:border-b-0">
            <DeliveryState delivery={delivery} />
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3 py-2 text-muted-foreground text-sm">
        {shownWords(t, query.data)}
        <ListExport contract={deliveryList} input={{ skill_id: skill.id }} total={query.data.total} />
      </div>
    </div>
  );
}

function shownWords(
  t: Translate<typeof skillPage>,
  { items, total }: { items: readonly unknown[]; total: number },
): string {
  if (items.length < total) return t("deliveries_newest", { shown: items.length, total });
  return t("deliveries", { count: total });
}

/** What a skill says, how it came to say so, and whether its file says it too. */
export function SkillScreen({ skill_id }: { skill_id: string }) {
  const t = useMessages(skillPage);
  const words = useMessages(skillsWords);
  const { formatCount } = useFormat();
  const [parameters, set] = useQueryStates(skillParameters, { history: "push" });
  const query = useQuery(operationQuery(skillGet, { skill_id }));
  const tab = parameters.tab ?? (parameters.version === null ? "now" : "versions");
  const problem = readProblem(t("unreadable"), query);
  const skill = query.data;
  if (problem && !skill) return <ErrorState {...problem} />;
  if (!skill)
    return (
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="w-24" />
        <Skeleton className="h-6 w-72 max-w-full" />
        <Skeleton className="w-[30rem] max-w-full" />
        <Skeleton className="h-96" />
      </div>
    );
  return (
    <>
      <BackLink href="/skills">{t("skills")}</BackLink>
      <header className="mb-4">
        <h1 className="wrap-anywhere font-semibold text-lg">{skill.name}</h1>
        <p dir="auto" className="max-w-prose text-pretty wrap-anywhere">
          {visible(skill.description)}
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
          <span>
            {t.rich("version_since", {
              version: skill.current_version,
              when: () => <RelativeTime at={skill.current.created_at} />,
            })}
          </span>
          {skill.delivery_status !== null && (
            <StatusBadge term={SKILL_DELIVERY_TERMS[skill.delivery_status]} t={words} />
          )}
          <span className="min-w-0 wrap-anywhere font-mono text-xs">{skill.repository.name}</span>
          {skill.open_proposals > 0 ? (
            <Link
              href={`/proposals?${new URLSearchParams({ skill: skill.id })}`}
              className="text-primary underline-offset-4 hover:underline"
            >
              {t("to_decide", { count: skill.open_proposals })}
            </Link>
          ) : (
            <span>{t("no_open_proposals")}</span>
          )}
        </div>
      </header>
      <Tabs
        value={tab}
        onValueChange={(value) => {
          const next = SKILL_TABS.find((candidate) => candidate === value);
          if (next) void set({ tab: next, version: null, against: null });
        }}
      >
        <TabsList className="mb-4">
          {SKILL_TABS.map((name) => (
            <TabsTrigger key={name} value={name}>
              {t(TAB_WORDS[name])}
              {name === "versions" && (
                <span className="text-muted-foreground">{formatCount(skill.current_version)}</span>
              )}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="now">
          <Now skill={skill} />
        </TabsContent>
        <TabsContent value="versions">
          <SkillVersions skill={skill} />
        </TabsContent>
        <TabsContent value="effect">
          <SkillEffects skill={skill} />
        </TabsContent>
        <TabsContent value="deliveries">
          <Deliveries skill={skill} />
        </TabsContent>
      </Tabs>
    </>
  );
}
