"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount, wordFor } from "@/components/pieces/format";
import { isConflict, readProblem } from "@/components/pieces/problem";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useMe } from "@/components/pieces/use-me";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type Organization, organizationGet, organizationUpdate, type Settings } from "@/lib/access/contract";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import { type Rule, ruleList } from "@/lib/reviews/contract";
import { AgentSettings, type AgentTexts } from "./agent-settings";
import { settingsOfTexts, textsOf } from "./agent-settings-text";
import { LearnedFloor } from "./learned-floor";
import { MemoryOffConfirm } from "./memory-off-confirm";
import { ModelUse } from "./model-use";
import { NumberField, percentLimitsOf } from "./number-field";
import { PackSettings, type PackTexts, packTextsOf, settingsOfPackTexts } from "./pack-settings";
import { NotYours, Section } from "./section";

/** The organization's name and how its memory behaves. */
export function OrganizationSettings() {
  const reading = useQuery(operationQuery(organizationGet, {}));
  const problem = readProblem("The settings", reading);
  if (problem) return <ErrorState {...problem} className="max-w-prose" />;
  if (!reading.data)
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
  return <OrganizationForm organization={reading.data} key={reading.data.version} />;
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
  "settings.high_rejection_rate",
  "settings.high_rejection_flagged",
  "settings.language_model_daily_tokens",
  "settings.extraction_daily_tokens",
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
});

const settingsOf = (values: Values, before: Settings): Settings => ({
  ...before,
  enabled: values.enabled,
  review_scope: values.review_scope,
  relevance_learning: values.relevance_learning,
  ...settingsOfTexts(values.agents),
  ...settingsOfPackTexts(values.packs, before),
  high_rejection_rate: Number(values.percent) / 100,
  high_rejection_flagged: Number(values.flagged),
  language_model_daily_tokens: Number(values.tokens),
  extraction_daily_tokens: Number(values.answers),
});

function OrganizationForm({ organization }: { organization: Organization }) {
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
      if (unknown_agents.length === 0) toast.success("Settings saved");
      else
        toast.warning("Settings saved", {
          description: `No agent type and no agent so far: ${unknown_agents.join(", ")}. Check the spelling.`,
          duration: 12_000,
        });
    },
    onError: () => setSwitchingOff(false),
  });
  const { values } = form;
  const wanted = settingsOf(values, organization.settings);
  const changed = values.name !== organization.name || !sameSettings(wanted, organization.settings);

  return (
    <form
      className="flex max-w-xl flex-col gap-8"
      onSubmit={form.submitTo((checked) => {
        if (organization.settings.enabled && !checked.enabled) setSwitchingOff(true);
        else form.send(checked);
      })}
    >
      {!editable && <NotYours>Only owners change the organization. You see how it is set.</NotYours>}
      <fieldset disabled={!editable} className="flex min-w-0 flex-col gap-8">
        <TextField form={form} name="name" label="Name" required={false} />

        <Section
          title="Memory"
          description="While it is off, agents read nothing and what they write is not stored; their calls still succeed. Evaluations of reviews count in the statistics, but make no memories. What is stored already stays."
        >
          <Choice
            label="Memory"
            disabled={!editable}
            value={onOrOff(values.enabled)}
            options={[
              { value: "on", label: "On" },
              { value: "off", label: "Off" },
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
            map: mapProblem(form.problemOf, wanted.agent_type_map.length),
          }}
        />

        <PackSettings
          texts={values.packs}
          onTexts={(texts) => form.set("packs", texts)}
          editable={editable}
          holdout_share={organization.settings.holdout_share}
          problems={{
            floor: form.problemOf("settings.relevance_floor"),
            most: form.problemOf("settings.max_context_memories"),
          }}
        />

        <Section
          title="What is relevant enough"
          description="A pack is given when a memory is relevant enough for the task. Outcomes that were reported, expected by people or inferred from answers may raise that floor, never lower it, and only as far as they make it certain."
        >
          <Choice
            label="Learning from outcomes"
            disabled={!editable}
            value={onOrOff(values.relevance_learning)}
            options={[
              { value: "on", label: "Learn from outcomes" },
              { value: "off", label: "As measured" },
            ]}
            onChange={(value) => form.set("relevance_learning", value === "on")}
          />
          <LearnedFloor editable={editable} learning={values.relevance_learning} />
        </Section>

        <Section
          title="Memories made from reviews"
          description={
            values.review_scope === "organization"
              ? "Rejected findings are remembered for every repository of the organization."
              : "Rejected findings are remembered for the repository that was reviewed, and nowhere else."
          }
        >
          <Choice
            label="Reach of memories made from reviews"
            disabled={!editable}
            value={values.review_scope}
            options={[
              { value: "repository", label: "Repository" },
              { value: "organization", label: "Organization" },
            ]}
            onChange={(review_scope) => form.set("review_scope", review_scope)}
          />
        </Section>

        <Section
          title="High-rejection rules"
          description="A rule that passes both thresholds is evidence for a change of a skill."
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              {...percentLimitsOf("settings.high_rejection_rate")}
              label="Rejection rate from (%)"
              hint="Rejected ÷ flagged findings."
              error={form.problemOf("settings.high_rejection_rate")}
              value={values.percent}
              onValue={(percent) => form.set("percent", percent)}
            />
            <NumberField
              {...limitsOf(organizationUpdate, "settings.high_rejection_flagged")}
              label="Flagged findings from"
              hint="Fewer say too little."
              error={form.problemOf("settings.high_rejection_flagged")}
              value={values.flagged}
              onValue={(flagged) => form.set("flagged", flagged)}
            />
          </div>
          <Effect wanted={wanted} />
        </Section>

        <Section
          title="Language model"
          description="Where the server has one, it drafts proposals, judges contradictions, and reads agents' answers for what rules do not see in them. Texts are sent without secrets and personal data. At the limit it is not asked again that day, and rules do without it."
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              {...limitsOf(organizationUpdate, "settings.language_model_daily_tokens")}
              label="Tokens a day"
              hint="Questions and answers together, by UTC day. 0 keeps it from being asked."
              error={form.problemOf("settings.language_model_daily_tokens")}
              value={values.tokens}
              onValue={(tokens) => form.set("tokens", tokens)}
            />
            <NumberField
              {...limitsOf(organizationUpdate, "settings.extraction_daily_tokens")}
              label="Of them for agents' answers"
              hint="0 keeps answers from being sent to it."
              error={form.problemOf("settings.extraction_daily_tokens")}
              value={values.answers}
              onValue={(answers) => form.set("answers", answers)}
            />
          </div>
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
            Save
          </Button>
          {isConflict(form.error) && (
            <Button onClick={() => void refresh()}>Load the current settings</Button>
          )}
          {!changed && <span className="text-muted-foreground text-sm">Nothing to save.</span>}
        </div>
      )}
    </form>
  );
}

const MAP = "settings.agent_type_map";

/** What is wrong with the map, with the number of its line. */
function mapProblem(problemOf: (path: string) => string | undefined, lines: number): string | undefined {
  for (let index = 0; index < lines; index++) {
    const problem = problemOf(`${MAP}.${index}`);
    if (problem !== undefined) return `Line ${index + 1}: ${problem}`;
  }
  return problemOf(MAP);
}

const sameSettings = (one: Settings, other: Settings) =>
  one.enabled === other.enabled &&
  one.review_scope === other.review_scope &&
  one.relevance_learning === other.relevance_learning &&
  one.relevance_floor === other.relevance_floor &&
  one.max_context_memories === other.max_context_memories &&
  JSON.stringify([one.allowed_agents, one.agent_types, one.agent_type_map]) ===
    JSON.stringify([other.allowed_agents, other.agent_types, other.agent_type_map]) &&
  one.high_rejection_rate === other.high_rejection_rate &&
  one.high_rejection_flagged === other.high_rejection_flagged &&
  one.language_model_daily_tokens === other.language_model_daily_tokens &&
  one.extraction_daily_tokens === other.extraction_daily_tokens;

const onOrOff = (isOn: boolean) => {
  if (isOn) return "on";
  return "off";
};

/** A choice of a few that says what is chosen even to those who may not change it. */
function Choice<Value extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  disabled: boolean;
  onChange: (value: Value) => void;
}) {
  if (disabled)
    return <p className="font-medium text-sm">{options.find((option) => option.value === value)?.label}</p>;
  return (
    <ToggleGroup
      label={label}
      value={value}
      options={options}
      onValueChange={onChange}
      className="self-start"
    />
  );
}

const passes = (rule: Rule, { high_rejection_rate, high_rejection_flagged }: Settings) =>
  rule.rate !== null && rule.rate >= high_rejection_rate && rule.flagged >= high_rejection_flagged;

/** What the thresholds would do to the rules there are, before they are saved. */
function Effect({ wanted }: { wanted: Settings }) {
  const { data } = useQuery(operationQuery(ruleList, {}));
  // Of more rules than one answer holds no true count can be given.
  if (!data || data.total === 0 || data.items.length < data.total) return null;
  const high = data.items.filter((rule) => passes(rule, wanted));
  const now = data.items.filter((rule) => rule.high_rejection).length;
  return (
    <p aria-live="polite" className="text-sm">
      With these thresholds {formatCount(high.length)} of {formatCount(data.total)} rules{" "}
      {wordFor(high.length, "is", "are")} high-rejection over all time
      {high.length !== now && ` (now ${formatCount(now)})`}
      {high.length > 0 && (
        <>
          :{" "}
          {high.slice(0, 4).map((rule, index) => (
            <span key={rule.rule_category}>
              {index > 0 && ", "}
              <code className="text-xs">{rule.rule_category}</code>
            </span>
          ))}
          {high.length > 4 && " and others"}
        </>
      )}
      .
    </p>
  );
}
