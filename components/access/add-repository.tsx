"use client";
import { useQuery } from "@tanstack/react-query";
import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useMe } from "@/components/pieces/use-me";
import { Choose } from "@/components/ui/choose";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type Connection, connectionList } from "@/lib/access/contract";
import { repositoryAdd } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { settingsRepositoriesAdd } from "@/messages/compiled/settings-repositories-add";

const OWNER_AND_NAME = /([A-Za-z0-9._-]+)[/:]([A-Za-z0-9._-]+?)(?:\.git)?\/?$/;

/** `owner/name` as the end of a URL or path suggests it; empty when it does not. */
function suggestName(source: string): string {
  const match = OWNER_AND_NAME.exec(source.trim());
  if (match) return `${match[1]}/${match[2]}`;
  return "";
}

const NO_CONNECTION = "none";

const ASKED = {
  url: {
    field: "url",
    label: "url_label",
    hint: "url_hint",
    placeholder: "https://github.com/acme/api.git",
  },
  github: {
    field: "repository",
    label: "repository_label",
    hint: "repository_hint",
    placeholder: "acme/api",
  },
  path: {
    field: "path",
    label: "folder_label",
    hint: "folder_hint",
    placeholder: "/srv/repositories/acme/api",
  },
} as const;

type SourceKind = keyof typeof ASKED;
type ConnectionItem = Pick<Connection, "id" | "kind" | "label">;

/** What a kind of source can be read through: GitHub must have a connection, a URL may have one. */
const serves = (connection: ConnectionItem, kind: SourceKind) =>
  (connection.kind === "git_password") === (kind === "url");

/** The chosen connection, or the first for GitHub, which is not read without one. */
function connectionFor({
  kind,
  usable,
  chosen,
}: {
  kind: SourceKind;
  usable: readonly ConnectionItem[];
  chosen: string | null;
}): string | null {
  const found = usable.find(({ id }) => id === chosen);
  if (found) return found.id;
  if (kind === "github") return usable[0]?.id ?? null;
  return null;
}

function sourceInput({
  kind,
  address,
  connection_id,
}: {
  kind: SourceKind;
  address: string;
  connection_id: string | null;
}) {
  if (kind === "url") return { kind, url: address, connection_id };
  if (kind === "path") return { kind, path: address };
  return { kind, repository: address, connection_id: connection_id ?? "" };
}

type Values = {
  kind: SourceKind;
  address: string;
  /** The connection that was chosen, if one was. */
  chosen: string | null;
  /** As it was typed; null while it is the one that the address suggests. */
  name: string | null;
};

const EMPTY: Values = { kind: "url", address: "", chosen: null, name: null };

/** Connects a repository: where it is, through what it is read, and its name. */
export function AddRepository({ onClose }: { onClose: () => void }) {
  const t = useMessages(settingsRepositoriesAdd);
  const { may } = useMe();
  const connections = useQuery({
    ...operationQuery(connectionList, { limit: 100 }),
    enabled: may("connections:manage"),
  });
  const usableFor = (kind: SourceKind) =>
    (connections.data?.items ?? []).filter((connection) => serves(connection, kind));
  const form = useForm(repositoryAdd, {
    defaults: EMPTY,
    fields: ["name", "source"],
    toInput: ({ kind, name, address, chosen }) => ({
      name: (name ?? suggestName(address)).trim(),
      source: sourceInput({
        kind,
        address: address.trim(),
        connection_id: connectionFor({ kind, usable: usableFor(kind), chosen }),
      }),
    }),
    success: ({ name }) => t("added", { name }),
    onSuccess: onClose,
  });
  const { kind, chosen, name, address } = form.values;
  const usable = usableFor(kind);
  const connection_id = connectionFor({ kind, usable, chosen });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("title")}>
        <form className="flex flex-col gap-4" onSubmit={form.submit}>
          <ToggleGroup
            label={t("where")}
            value={kind}
            onValueChange={(next) => {
              form.set("kind", next);
              form.clearProblem();
            }}
            className="self-start"
            options={[
              { value: "url", label: t("kind_url") },
              { value: "github", label: t("kind_github") },
              { value: "path", label: t("kind_path") },
            ]}
          />
          {kind === "github" && connections.data !== undefined && usable.length === 0 && <NotConnected />}
          {kind !== "path" && usable.length > 0 && (
            <ConnectionField
              kind={kind}
              usable={usable}
              connection_id={connection_id}
              onChange={(id) => form.set("chosen", id)}
              error={form.problemOf("source.connection_id")}
            />
          )}
          <TextField
            form={form}
            name="address"
            label={t(ASKED[kind].label)}
            hint={t(ASKED[kind].hint)}
            error={form.problemOf(`source.${ASKED[kind].field}`)}
            required
            spellCheck={false}
            className="font-mono text-xs"
            placeholder={ASKED[kind].placeholder}
          />
          <Field label={t("name")} hint={t("name_hint")} error={form.problemOf("name")}>
            {(control) => (
              <Input
                {...control}
                required
                autoComplete="off"
                spellCheck={false}
                className="font-mono text-xs"
                placeholder="acme/api"
                value={name ?? suggestName(address)}
                onChange={(event) => form.set("name", event.target.value)}
              />
            )}
          </Field>
          {form.problem}
          <FormFooter
            className="mt-1"
            verb={t("add")}
            busy={form.isPending}
            disabled={kind === "github" && connection_id === null}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}

function NotConnected() {
  const t = useMessages(settingsRepositoriesAdd);
  return (
    <p className="text-pretty text-muted-foreground text-sm">
      {t.rich("not_connected", {
        link: (words) => (
          <Link href="/settings/connections?new=true" className="text-primary underline">
            {words}
          </Link>
        ),
      })}
    </p>
  );
}

function ConnectionField({
  kind,
  usable,
  connection_id,
  onChange,
  error,
}: {
  kind: SourceKind;
  usable: readonly ConnectionItem[];
  connection_id: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
}) {
  const t = useMessages(settingsRepositoriesAdd);
  return (
    <Field label={t("connection")} hint={kind === "url" ? t("connection_hint") : undefined} error={error}>
      {(control) => (
        <Choose
          {...control}
          value={connection_id ?? NO_CONNECTION}
          onChoose={(chosen) => onChange(chosen === NO_CONNECTION ? null : chosen)}
          options={[
            ...(kind === "url" ? [{ value: NO_CONNECTION, label: t("connection_none") }] : []),
            ...usable.map(({ id, label }) => ({ value: id, label })),
          ]}
          className="w-full"
        />
      )}
    </Field>
  );
}
