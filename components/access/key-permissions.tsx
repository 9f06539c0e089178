import { useId } from "react";
import { useMe } from "@/components/pieces/use-me";
import { useMessages } from "@/components/ui/messages";
import { KEY_PRESETS, type KeyPreset, PERMISSIONS, type Permission } from "@/lib/kernel/permissions";
import { agentKeysCreate } from "@/messages/compiled/agent-keys-create";
import type { PlainKey } from "@/messages/message";
import { Checks, toggled } from "./checks";
import { PERMISSION_WORDS, PRESET_WORDS } from "./permission-words";

const GROUPS: readonly { label: PlainKey<typeof agentKeysCreate>; of: readonly string[] }[] = [
  { label: "group_knowledge", of: ["memories", "citations"] },
  { label: "group_reviews", of: ["reviews", "skills", "proposals"] },
  {
    label: "group_administration",
    of: ["repositories", "connections", "organization", "members", "keys", "audit", "jobs"],
  },
];
const groupOf = (permission: Permission) =>
  GROUPS.find(({ of }) => of.includes(permission.split(":")[0] ?? ""))?.label;

const PRESETS = ["work", "read", "review"] as const satisfies readonly KeyPreset[];

export type ChosenPermissions = { preset: KeyPreset | "each"; permissions: readonly Permission[] };

/** What a key may do: one of three presets, with what it contains in words, or each permission by itself. */
export function KeyPermissions({
  preset,
  permissions,
  problem,
  onChange,
}: ChosenPermissions & { problem: string | undefined; onChange: (chosen: ChosenPermissions) => void }) {
  const t = useMessages(agentKeysCreate);
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">{t("purpose")}</legend>
      <p className="mb-2 text-muted-foreground text-xs">{problem ?? t("purpose_limit")}</p>
      <div className="grid gap-2 sm:grid-cols-3">
        {PRESETS.map((value) => (
          <Option
            key={value}
            name={name}
            title={t(PRESET_WORDS[value].title)}
            purpose={t(PRESET_WORDS[value].purpose)}
            checked={preset === value}
            onChoose={() => onChange({ preset: value, permissions: KEY_PRESETS[value] })}
          />
        ))}
      </div>
      <div className="mt-2">
        <Option
          name={name}
          title={t("preset_custom")}
          purpose={t("preset_custom_purpose")}
          checked={preset === "each"}
          onChoose={() => onChange({ preset: "each", permissions })}
        />
      </div>
      {preset === "each" ? (
        <EachPermission
          permissions={permissions}
          onChange={(next) => onChange({ preset, permissions: next })}
        />
      ) : (
        <p className="mt-2 text-pretty text-sm" aria-live="polite">
          {t("it_may", { rights: permissions.map((each) => t(PERMISSION_WORDS[each])).join("; ") })}
        </p>
      )}
    </fieldset>
  );
}

function Option({
  name,
  title,
  purpose,
  checked,
  onChoose,
}: {
  name: string;
  title: string;
  purpose: string;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="flex h-full cursor-pointer items-start gap-2 rounded-md border px-3 py-2 text-sm has-checked:border-primary has-checked:bg-accent/60">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span>
        <span className="font-medium">{title}</span>
        <span className="block text-pretty text-muted-foreground text-xs">{purpose}</span>
      </span>
    </label>
  );
}

function EachPermission({
  permissions,
  onChange,
}: {
  permissions: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
}) {
  const t = useMessages(agentKeysCreate);
  const { may } = useMe();
  return (
    <div className="mt-3 grid gap-4 sm:grid-cols-3">
      {GROUPS.map((group) => (
        <Checks
          key={group.label}
          legend={t(group.label)}
          legend_as="small"
          items={PERMISSIONS.filter((permission) => groupOf(permission) === group.label).map(
            (permission) => ({
              value: permission,
              label: permission,
              disabled: !may(permission),
            }),
          )}
          selected={permissions}
          onToggle={(permission) => onChange(toggled(permissions, permission))}
        />
      ))}
    </div>
  );
}
