"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isConflict, readProblem } from "@/components/pieces/problem";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useMe } from "@/components/pieces/use-me";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { type Organization, organizationGet, organizationUpdate, type Settings } from "@/lib/access/contract";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import { settingsOrganization } from "@/messages/compiled/settings-organization";
import type { Translate } from "@/messages/message";
import { AgentSettings, type AgentTexts } from "./agent-settings";
import { settingsOfTexts, textsOf } from "./agent-settings-text";
import { Choice, onOrOff } from "./choice";
import { Consolidation, type ConsolidationValues, consolidationOf } from "./consolidation";
import { ConversationSettings } from "./conversation-settings";
import { LearnedFloor } from "./learned-floor";
import { MemoryOffConfirm } from "./memory-off-confirm";
import { ModelUse } from "./model-use";
import { NumberField } from "./number-field";
import { PackSettings, type PackTexts, packTextsOf, settingsOfPackTexts } from "./pack-settings";
import { RuleThresholds } from "./rule-thresholds";
import { NoPreview, NotYours, Section } from "./section";
import { useEditedRecord, useKeepWhileEdited } from "./use-edited-record";

/** The organization's name and how its memory behaves. */
export function OrganizationSettings() {
  const t = useMessages(settingsOrganization);
  const reading = useQuery(operationQuery(organizationGet, {}));
  const { record, keep } = useEditedRecord<Organization | undefined>(reading.data);
  const problem = readProblem(t("unreadable"), reading);
  if (problem && !record) return <ErrorState {...problem} className="max-w-prose" />;
  if (!record)
    return (
      <div className="flex max-w-xl flex-col gap-6" aria-busy="true">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="flex flex-col gap-2">
            <Skeleton className="w-32" />
            <Skeleton className="h-8 w-full" />
          </div>
        ))}
      </div>
    );
  return <OrganizationForm organization={record} keep={keep} key={record.version} />;
}

type Values = {
  name: string;
  enabled: boolean;
  review_scope: Settings["review_scope"];
  relevance_learning: boolean;
  /** Of findings that were rejected. */
  percent: string;
  flagged: string;
  tokens: string;
  answers: string;
  agents: AgentTexts;
  packs: PackTexts;
  consolidation: ConsolidationValues;
  time_zone: string;
};

const FIELDS = [
  "name",
  "settings.enabled",
  "settings.review_scope",
  "settings.relevance_learning",
  "settings.allowed_agents",
  "settings.agent_types",
  "settings.agent_type_map",
  "settings.relevance_floor",
  "settings.max_context_memories",
  "settings.token_budget",
  "settings.context_characters",
  "settings.holdout_share",
  "settings.high_rejection_rate",
  "settings.high_rejection_flagged",
  "settings.language_model_daily_tokens",
  "settings.extraction_daily_tokens",
  "settings.time_zone",
];

const valuesOf = ({ name, settings }: Organization): Values => ({
  name,
  enabled: settings.enabled,
  review_scope: settings.review_scope,
  relevance_learning: settings.relevance_learning,
  percent: String(Math.round(settings.high_rejection_rate * 100)),
  flagged: String(settings.high_rejection_flagged),
  tokens: String(settings.language_model_daily_tokens),
  answers: String(settings.extraction_daily_tokens),
  agents: textsOf(settings),
  packs: packTextsOf(settings),
  consolidation: consolidationOf(settings),
  time_zone: settings.time_zone,
});

const settingsOf = (values: Values, before: Settings): Settings => ({
  ...before,
  enabled: values.enabled,
  review_scope: values.review_scope,
  relevance_learning: values.relevance_learning,
  ...settingsOfTexts(values.agents),
  ...settingsOfPackTexts(values.packs, before),
  ...values.consolidation,
  high_rejection_rate: Number(values.percent) / 100,
  high_rejection_flagged: Number(values.flagged),
  language_model_daily_tokens: Number(values.tokens),
  extraction_daily_tokens: Number(values.answers),
  time_zone: values.time_zone.trim(),
});

function OrganizationForm({
  organization,
  keep,
}: {
  organization: Organization;
  keep: (organization: Organization | null) => void;
}) {
  const t = useMessages(settingsOrganization);
  const { may } = useMe();
  const refresh = useRefreshAfter(organizationUpdate);
  const editable = may("organization:manage");
  const [isSwitchingOff, setSwitchingOff] = useState(false);
  const form = useForm(organizationUpdate, {
    defaults: valuesOf(organization),
    toInput: (values) => ({
      name: values.name,
      settings: settingsOf(values, organization.settings),
      version: organization.version,
    }),
    fields: FIELDS,
    onSuccess: ({ unknown_agents }) => {
      setSwitchingOff(false);
      keep(null);
      if (unknown_agents.length === 0) toast.success(t("saved"));
      else
        toast.warning(t("saved"), {
          description: t("unknown_agents", { names: unknown_agents.join(", ") }),
          duration: 12_000,
        });
    },
    onError: () => setSwitchingOff(false),
  });
  const { values } = form;
  const wanted = settingsOf(values, organization.settings);
  const changed = values.name !== organization.name || !sameSettings(wanted, organization.settings);
  useKeepWhileEdited({ record: organization, isChanged: changed, keep });
  const reload = () => void refresh().then(() => keep(null));

  return (
    <form
      className="flex max-w-xl flex-col gap-8"
      onSubmit={form.submitTo((checked) => {
        if (organization.settings.enabled && !checked.enabled) setSwitchingOff(true);
        else form.send(checked);
      })}
    >
      {!editable && <NotYours>{t("owners_only")}</NotYours>}
      <fieldset disabled={!editable} className="flex min-w-0 flex-col gap-8">
        <TextField form={form} name="name" label={t("name")} required={false} />

        <Section title={t("memory")} description={t("memory_description")}>
          <Choice
            label={t("memory")}
            disabled={!editable}
            value={onOrOff(values.enabled)}
            options={[
              { value: "on", label: t("memory_on") },
              { value: "off", label: t("memory_off") },
            ]}
            onChange={(value) => form.set("enabled", value === "on")}
          />
        </Section>

        <AgentSettings
          texts={values.agents}
          onTexts={(texts) => form.set("agents", texts)}
          editable={editable}
          problems={{
            allowed: form.problemOf("settings.allowed_agents"),
            types: form.problemOf("settings.agent_types"),
            map: mapProblem({ t, problemOf: form.problemOf, lines: wanted.agent_type_map.length }),
          }}
        />

        <PackSettings
          texts={values.packs}
          onTexts={(texts) => form.set("packs", texts)}
          editable={editable}
          before={organization.settings}
          problemOf={form.problemOf}
        />

        <Section title={t("relevance")} description={t("relevance_description")}>
          <Choice
            label={t("learning")}
            disabled={!editable}
            value={onOrOff(values.relevance_learning)}
            options={[
              { value: "on", label: t("learning_on") },
              { value: "off", label: t("learning_off") },
            ]}
            onChange={(value) => form.set("relevance_learning", value === "on")}
          />
          <LearnedFloor editable={editable} learning={values.relevance_learning} />
        </Section>

        <Section
          title={t("reviews")}
          description={t(
            values.review_scope === "organization" ? "reviews_organization" : "reviews_repository",
          )}
        >
          <Choice
            label={t("reviews_scope")}
            disabled={!editable}
            value={values.review_scope}
            options={[
              { value: "repository", label: t("scope_repository") },
              { value: "organization", label: t("scope_organization") },
            ]}
            onChange={(review_scope) => form.set("review_scope", review_scope)}
          />
          <NoPreview>{t("reviews_no_preview")}</NoPreview>
        </Section>

        <ConversationSettings
          time_zone={values.time_zone}
          onTimeZone={(time_zone) => form.set("time_zone", time_zone)}
          problem={form.problemOf("settings.time_zone")}
        />

        <RuleThresholds
          percent={values.percent}
          flagged={values.flagged}
          onPercent={(percent) => form.set("percent", percent)}
          onFlagged={(flagged) => form.set("flagged", flagged)}
          problemOf={form.problemOf}
          wanted={wanted}
        />

        <Consolidation
          values={values.consolidation}
          editable={editable}
          onChange={(consolidation) => form.set("consolidation", consolidation)}
        />

        <Section title={t("model")} description={t("model_description")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              {...limitsOf(organizationUpdate, "settings.language_model_daily_tokens")}
              label={t("model_tokens")}
              hint={t("model_tokens_hint")}
              error={form.problemOf("settings.language_model_daily_tokens")}
              value={values.tokens}
              onValue={(tokens) => form.set("tokens", tokens)}
            />
            <NumberField
              {...limitsOf(organizationUpdate, "settings.extraction_daily_tokens")}
              label={t("model_answers")}
              hint={t("model_answers_hint")}
              error={form.problemOf("settings.extraction_daily_tokens")}
              value={values.answers}
              onValue={(answers) => form.set("answers", answers)}
            />
          </div>
          <NoPreview>{t("model_no_preview")}</NoPreview>
          <ModelUse />
        </Section>
      </fieldset>

      {form.problem}
      <MemoryOffConfirm
        isOpen={isSwitchingOff}
        onClose={() => setSwitchingOff(false)}
        error={form.error}
        busy={form.isPending}
        onConfirm={() => form.send(values)}
      />
      {editable && (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={form.isPending} disabled={!changed}>
            {t("save")}
          </Button>
          {isConflict(form.error) && <Button onClick={reload}>{t("reload")}</Button>}
          {!changed && <span className="text-muted-foreground text-sm">{t("unchanged")}</span>}
        </div>
      )}
    </form>
  );
}

const MAP = "settings.agent_type_map";

/** What is wrong with the map, with the number of its line. */
function mapProblem({
  t,
  problemOf,
  lines,
}: {
  t: Translate<typeof settingsOrganization>;
  problemOf: (path: string) => string | undefined;
  lines: number;
}): string | undefined {
  for (let index = 0; index < lines; index++) {
    const problem = problemOf(`${MAP}.${index}`);
    if (problem !== undefined) return t("line_problem", { line: index + 1, problem });
  }
  return problemOf(MAP);
}

/** Both are of the same keys in the same order: one was made from the other. */
const sameSettings = (one: Settings, other: Settings) => JSON.stringify(one) === JSON.stringify(other);
