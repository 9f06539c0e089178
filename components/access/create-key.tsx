"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Choose } from "@/components/ui/choose";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { AGENT_TYPES, agentKeyCreate } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { TOOL_SETS, type ToolSet } from "@/lib/kernel/contract";
import { KEY_PRESETS, type KeyPreset, type Permission } from "@/lib/kernel/permissions";
import { Checks, toggled } from "./checks";
import { focusFirstField } from "./focus";
import { KeyPermissions } from "./key-permissions";
import { ShownOnce } from "./shown-once";

const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: "never", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;

const TOOL_SET_WORDS: Record<ToolSet, string> = {
  reviews: "Reviews: evaluations, findings, rules",
  tasks: "Tasks: how tasks went, solution patterns, failures",
  administration: "Administration: conflicts, proposals, skills, reports, suggestions for every repository",
  logs: "Logs: conversations, and what is remembered of them",
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
  const repositories = useQuery(operationQuery(repositoryList, { limit: 200 }));

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
        <DialogContent title="Create agent key" className="max-w-2xl" onOpenAutoFocus={focusFirstField}>
          <form className="flex flex-col gap-5" onSubmit={form.submit}>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                form={form}
                name="name"
                label="Name of the key"
                hint="Where it is used."
                placeholder="CI of the API"
              />
              <TextField
                form={form}
                name="agent"
                label="Agent"
                hint="Its memories are stored under this name. A new name creates a new agent."
                placeholder="review-bot"
              />
            </div>

            <Restriction
              label="Agent types"
              all="Every agent type"
              isLimited={values.limitsTypes}
              onLimit={(isLimited) => set("limitsTypes", isLimited)}
            >
              <Checks
                legend="Agent types that the key may use"
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
              label="Repositories"
              all="All"
              isLimited={values.limitsRepositories}
              onLimit={(isLimited) => set("limitsRepositories", isLimited)}
            >
              <Checks
                legend="Repositories the key may see"
                legend_as="hidden"
                error={form.problemOf("repository_ids")}
                items={(repositories.data?.items ?? []).map((item) => ({
                  value: item.id,
                  label: item.name,
                }))}
                selected={values.repository_ids}
                onToggle={(id) => set("repository_ids", toggled(values.repository_ids, id))}
                empty="No repository is registered yet."
              />
            </Restriction>

            <Checks
              legend="MCP tools besides the default set"
              hint="A model reads all its tools with every request; each set takes up to 2,500 tokens."
              error={form.problemOf("tool_sets")}
              items={TOOL_SETS.map((toolSet) => ({ value: toolSet, label: TOOL_SET_WORDS[toolSet] }))}
              selected={values.tool_sets}
              onToggle={(toolSet) => set("tool_sets", toggled(values.tool_sets, toolSet))}
            />

            <Field label="Expires" error={form.problemOf("expires_at")}>
              {(control) => (
                <Choose
                  {...control}
                  value={values.expires}
                  onChoose={(expires) => set("expires", expires)}
                  options={EXPIRIES}
                  className="w-44"
                />
              )}
            </Field>

            {form.problem}
            <FormFooter
              className="mt-0"
              verb="Create key"
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
          { value: "chosen", label: "Only these" },
        ]}
      />
      {isLimited && children}
    </div>
  );
}
