"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Choose } from "@/components/ui/choose";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { AGENT_TYPES, agentKeyCreate } from "@/lib/access/contract";
import { repositoryNames } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { TOOL_SETS, type ToolSet } from "@/lib/kernel/contract";
import { KEY_PRESETS, type KeyPreset, type Permission } from "@/lib/kernel/permissions";
import { agentKeysCreate } from "@/messages/compiled/agent-keys-create";
import type { PlainKey } from "@/messages/message";
import { Checks, toggled } from "./checks";
import { KeyPermissions } from "./key-permissions";
import { ShownOnce } from "./shown-once";

const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: "never", label: "expires_never" },
  { value: "30", label: "expires_month" },
  { value: "90", label: "expires_quarter" },
  { value: "365", label: "expires_year" },
] as const;

const TOOL_SET_WORDS: Record<ToolSet, PlainKey<typeof agentKeysCreate>> = {
  reviews: "tools_reviews",
  tasks: "tools_tasks",
  administration: "tools_administration",
  logs: "tools_logs",
};

type Values = {
  name: string;
  agent: string;
  agent_types: string[];
  preset: KeyPreset | "each";
  permissions: Permission[];
  repository_ids: string[];
  tool_sets: ToolSet[];
  expires: (typeof EXPIRIES)[number]["value"];
  limitsTypes: boolean;
  limitsRepositories: boolean;
};

const EMPTY: Values = {
  name: "",
  agent: "",
  agent_types: [],
  preset: "work",
  permissions: [...KEY_PRESETS.work],
  repository_ids: [],
  tool_sets: [],
  expires: "never",
  limitsTypes: false,
  limitsRepositories: false,
};

/** The fields that the choices write. */
const inputOf = ({ expires, limitsTypes, limitsRepositories, preset: _, ...values }: Values) => ({
  ...values,
  name: values.name.trim(),
  agent: values.agent.trim(),
  agent_types: limitsTypes ? values.agent_types : null,
  repository_ids: limitsRepositories ? values.repository_ids : null,
  expires_at: expires === "never" ? null : new Date(Date.now() + Number(expires) * DAY_MS).toISOString(),
});

/** Makes an agent key, then shows it, once, with the commands that put it to use. */
export function CreateKey({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useMessages(agentKeysCreate);
  const repositories = useQuery(operationQuery(repositoryNames, {}));

  const form = useForm(agentKeyCreate, {
    defaults: EMPTY,
    toInput: inputOf,
    fields: Object.keys(inputOf(EMPTY)),
  });
  const { values, set, data: made } = form;

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {made ? (
        <ShownOnce agent={made.agent_key.agent} agent_key={made.key} address={address} />
      ) : (
        <DialogContent title={t("title")} className="max-w-2xl">
          <form className="flex flex-col gap-5" onSubmit={form.submit}>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                form={form}
                name="name"
                label={t("name")}
                hint={t("name_hint")}
                placeholder={t("name_example")}
              />
              <TextField
                form={form}
                name="agent"
                label={t("agent")}
                hint={t("agent_hint")}
                placeholder="review-bot"
              />
            </div>

            <Restriction
              label={t("types")}
              all={t("types_all")}
              isLimited={values.limitsTypes}
              onLimit={(isLimited) => set("limitsTypes", isLimited)}
            >
              <Checks
                legend={t("types_allowed")}
                legend_as="hidden"
                error={form.problemOf("agent_types")}
                items={AGENT_TYPES.map((type) => ({ value: type, label: type }))}
                selected={values.agent_types}
                onToggle={(type) => set("agent_types", toggled(values.agent_types, type))}
                columns="grid-cols-2 sm:grid-cols-3"
              />
            </Restriction>

            <KeyPermissions
              preset={values.preset}
              permissions={values.permissions}
              problem={form.problemOf("permissions")}
              onChange={(change) => {
                set("preset", change.preset);
                set("permissions", [...change.permissions]);
              }}
            />

            <Restriction
              label={t("repositories")}
              all={t("repositories_all")}
              isLimited={values.limitsRepositories}
              onLimit={(isLimited) => set("limitsRepositories", isLimited)}
            >
              <Checks
                legend={t("repositories_allowed")}
                legend_as="hidden"
                error={form.problemOf("repository_ids")}
                items={(repositories.data?.items ?? []).map((item) => ({
                  value: item.id,
                  label: item.name,
                }))}
                selected={values.repository_ids}
                onToggle={(id) => set("repository_ids", toggled(values.repository_ids, id))}
                empty={t("repositories_none")}
              />
            </Restriction>

            <Checks
              legend={t("tools")}
              hint={t("tools_hint")}
              error={form.problemOf("tool_sets")}
              items={TOOL_SETS.map((toolSet) => ({ value: toolSet, label: t(TOOL_SET_WORDS[toolSet]) }))}
              selected={values.tool_sets}
              onToggle={(toolSet) => set("tool_sets", toggled(values.tool_sets, toolSet))}
            />

            <Field label={t("expires")} error={form.problemOf("expires_at")}>
              {(control) => (
                <Choose
                  {...control}
                  value={values.expires}
                  onChoose={(expires) => set("expires", expires)}
                  options={EXPIRIES.map(({ value, label }) => ({ value, label: t(label) }))}
                  className="w-44"
                />
              )}
            </Field>

            {form.problem}
            <FormFooter
              className="mt-0"
              verb={t("create")}
              busy={form.isPending}
              disabled={
                (values.limitsTypes && values.agent_types.length === 0) ||
                values.permissions.length === 0 ||
                (values.limitsRepositories && values.repository_ids.length === 0)
              }
            />
          </form>
        </DialogContent>
      )}
    </Dialog>
  );
}

/** Everything, or only what is chosen below. */
function Restriction({
  label,
  all,
  isLimited,
  onLimit,
  children,
}: {
  label: string;
  all: string;
  isLimited: boolean;
  onLimit: (isLimited: boolean) => void;
  children: ReactNode;
}) {
  const t = useMessages(agentKeysCreate);
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium text-sm">{label}</span>
      <ToggleGroup
        label={label}
        value={isLimited ? "chosen" : "all"}
        onValueChange={(value) => onLimit(value === "chosen")}
        className="self-start"
        options={[
          { value: "all", label: all },
          { value: "chosen", label: t("only_these") },
        ]}
      />
      {isLimited && children}
    </div>
  );
}
