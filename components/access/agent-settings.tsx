"use client";

import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Textarea } from "@/components/ui/textarea";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { AGENT_TYPES, DEFAULT_AGENT_TYPE_MAP } from "@/lib/access/contract";
import { settingsOrganization } from "@/messages/compiled/settings-organization";
import { mapInLines } from "./agent-settings-text";
import { RefusalsList } from "./refusals-list";
import { NoPreview, Section } from "./section";

/** What of the agents' settings is typed as text, until it is saved. */
export type AgentTexts = {
  everybody: boolean;
  allowed: string;
  types: string;
  map: string;
};

/** Which agents are served and learned from, and which type is meant by a name that is none. */
export function AgentSettings({
  texts,
  onTexts,
  problems,
  editable,
}: {
  texts: AgentTexts;
  onTexts: (texts: AgentTexts) => void;
  problems: { allowed: string | undefined; types: string | undefined; map: string | undefined };
  editable: boolean;
}) {
  const t = useMessages(settingsOrganization);
  const set = (part: Partial<AgentTexts>) => onTexts({ ...texts, ...part });
  return (
    <Section title={t("agents")} description={t("agents_description")}>
      {editable ? (
        <ToggleGroup
          label={t("agents_allowed")}
          className="self-start"
          value={texts.everybody ? "all" : "some"}
          onValueChange={(value) => set({ everybody: value === "all" })}
          options={[
            { value: "all", label: t("agents_every") },
            { value: "some", label: t("agents_some") },
          ]}
        />
      ) : (
        <p className="font-medium text-sm">{t(texts.everybody ? "agents_every" : "agents_only_these")}</p>
      )}
      {!texts.everybody && (
        <Field label={t("agents_list")} hint={t("agents_list_hint")} error={problems.allowed}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={texts.allowed}
              onChange={(event) => set({ allowed: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label={t("agents_types")}
        hint={t("agents_types_hint", {
          types: AGENT_TYPES.slice(0, 3).join(", "),
          count: AGENT_TYPES.length - 3,
        })}
        error={problems.types}
      >
        {(control) => (
          <Input
            {...control}
            value={texts.types}
            autoComplete="off"
            onChange={(event) => set({ types: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("agents_map")} hint={t("agents_map_hint")} error={problems.map}>
        {(control) => (
          <Textarea
            {...control}
            rows={10}
            spellCheck={false}
            className="max-h-80 font-mono text-xs"
            value={texts.map}
            onChange={(event) => set({ map: event.target.value })}
          />
        )}
      </Field>
      {editable && texts.map !== mapInLines(DEFAULT_AGENT_TYPE_MAP) && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => set({ map: mapInLines(DEFAULT_AGENT_TYPE_MAP) })}
        >
          {t("agents_map_defaults")}
        </Button>
      )}
      <NoPreview>{t("agents_no_preview")}</NoPreview>
      <RefusalsList />
    </Section>
  );
}
