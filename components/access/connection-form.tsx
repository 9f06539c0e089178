"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormProblem, fieldProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { ToggleGroup } from "@/components/ui/toggle-group";
import {
  type Connection,
  type ConnectionKind,
  type Credentials,
  connectionCreate,
  connectionList,
  connectionTest,
  connectionUpdate,
  GITHUB_API,
} from "@/lib/access/contract";
import { call, queryKey } from "@/lib/doors/client";
import { focusFirstField } from "./focus";

type Values = Record<
  | "label"
  | "base_url"
  | "token"
  | "app_id"
  | "private_key"
  | "installation_id"
  | "username"
  | "password"
  | "webhook_secret",
  string
>;

const FIELDS = ["/label", "/base_url", "/credentials", "/webhook_secret"];

function credentialsOf(kind: ConnectionKind, values: Values): Credentials {
  if (kind === "github_token") return { kind, token: values.token.trim() };
  if (kind === "git_password")
    return { kind, username: values.username.trim(), password: values.password.trim() };
  const { app_id, private_key, installation_id } = values;
  return { kind, app_id: app_id.trim(), private_key, installation_id: installation_id.trim() };
}

/** A secret nobody has to think up: 256 random bits. */
function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const GITHUB_KINDS = [
  { value: "github_token", label: "GitHub token" },
  { value: "github_app", label: "GitHub App" },
] as const;
const GIT_KINDS = [{ value: "git_password", label: "Git password" }] as const;

/** What a connection may be; one that is made stays with GitHub or with git. */
function kindsFor(connection: Connection | undefined) {
  if (connection === undefined) return [...GITHUB_KINDS, ...GIT_KINDS];
  if (connection.kind === "git_password") return [...GIT_KINDS];
  return [...GITHUB_KINDS];
}

/** Makes a connection, or changes one; credentials that are left empty stay as they are. */
export function ConnectionForm({
  connection,
  onClose,
  onSaved,
}: {
  connection?: Connection;
  onClose: () => void;
  onSaved?: (connection: Connection) => void;
}) {
  const client = useQueryClient();
  const [kind, setKind] = useState<ConnectionKind>(connection?.kind ?? "github_token");
  const [values, setValues] = useState<Values>({
    label: connection?.label ?? "",
    base_url: connection?.base_url ?? GITHUB_API,
    app_id: connection?.app_id ?? "",
    installation_id: connection?.installation_id ?? "",
    username: connection?.username ?? "",
    token: "",
    private_key: "",
    password: "",
    webhook_secret: "",
  });
  const set = (name: keyof Values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  const secret = {
    github_token: values.token,
    github_app: values.private_key,
    git_password: values.password,
  };
  const renews = secret[kind].trim() !== "";
  const save = useMutation({
    mutationFn: async () => {
      const label = values.label.trim();
      const webhook = values.webhook_secret.trim();
      const webhook_secret = kind === "git_password" || webhook === "" ? undefined : webhook;
      const base_url = values.base_url.trim();
      const credentials = credentialsOf(kind, values);
      if (connection)
        return call(connectionUpdate, {
          connection_id: connection.id,
          version: connection.version,
          label,
          ...(renews ? { base_url, credentials } : {}),
          ...(webhook_secret === undefined ? {} : { webhook_secret }),
        });
      return call(connectionCreate, {
        label,
        base_url,
        credentials,
        ...(webhook_secret === undefined ? {} : { webhook_secret }),
      });
    },
    onSuccess: async (saved) => {
      // Whether it works is asked at once, while whoever knows the credentials is here.
      if (saved.kind !== "git_password" && saved.test === null)
        await call(connectionTest, { connection_id: saved.id }).catch(() => undefined);
      await client.invalidateQueries({ queryKey: queryKey(connectionList) });
      toast.success(connection ? `${saved.label} is changed` : `${saved.label} is added`);
      onClose();
      onSaved?.(saved);
    },
  });
  const keep = connection ? "Leave empty to keep what is stored." : "";
  const problem = (pointer: string) => fieldProblem(save.error, pointer);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={connection ? `Change ${connection.label}` : "Add connection"}
        className="max-w-xl"
        onOpenAutoFocus={focusFirstField}
      >
        <form
          className="flex flex-col gap-4"
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <ToggleGroup
            label="How"
            value={kind}
            onValueChange={(next) => {
              setKind(next);
              save.reset();
              if (next === "git_password" && values.base_url === GITHUB_API)
                setValues({ ...values, base_url: "" });
              if (next !== "git_password" && values.base_url === "")
                setValues({ ...values, base_url: GITHUB_API });
            }}
            className="self-start"
            options={kindsFor(connection)}
          />
          <Field label="Name" hint="As your team calls it." error={problem("/label")}>
            {(control) => (
              <Input
                {...control}
                required
                maxLength={100}
                placeholder={kind === "git_password" ? "Our Gitea" : "GitHub of Acme"}
                value={values.label}
                onChange={set("label")}
              />
            )}
          </Field>
          <Field
            label={kind === "git_password" ? "Address it is for" : "Address of the API"}
            hint={
              kind === "git_password"
                ? "Only repositories below it get the password."
                : `${GITHUB_API}, or https://HOST/api/v3 of an Enterprise server.`
            }
            error={problem("/base_url")}
          >
            {(control) => (
              <Input
                {...control}
                required
                disabled={connection !== undefined && !renews}
                spellCheck={false}
                className="font-mono text-xs"
                placeholder={kind === "git_password" ? "https://git.example.com/acme" : GITHUB_API}
                value={values.base_url}
                onChange={set("base_url")}
              />
            )}
          </Field>
          {kind === "github_token" && (
            <Field
              label="Token"
              hint={
                keep ||
                "Fine-grained, with read access to contents and metadata; pull requests: write for skills."
              }
              error={problem("/credentials")}
            >
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="off"
                  required={!connection}
                  className="font-mono text-xs"
                  value={values.token}
                  onChange={set("token")}
                />
              )}
            </Field>
          )}
          {kind === "github_app" && (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <Field label="App id" error={problem("/credentials/app_id")}>
                  {(control) => (
                    <Input {...control} required value={values.app_id} onChange={set("app_id")} />
                  )}
                </Field>
                <Field label="Installation id" error={problem("/credentials/installation_id")}>
                  {(control) => (
                    <Input
                      {...control}
                      required
                      inputMode="numeric"
                      value={values.installation_id}
                      onChange={set("installation_id")}
                    />
                  )}
                </Field>
              </div>
              <Field
                label="Private key"
                hint={keep || "The whole .pem file."}
                error={problem("/credentials/private_key")}
              >
                {(control) => (
                  <Textarea
                    {...control}
                    required={!connection}
                    spellCheck={false}
                    autoComplete="off"
                    className="max-h-40 font-mono text-xs"
                    value={values.private_key}
                    onChange={set("private_key")}
                  />
                )}
              </Field>
            </>
          )}
          {kind === "git_password" ? (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="User" error={problem("/credentials/username")}>
                {(control) => (
                  <Input
                    {...control}
                    required
                    autoComplete="off"
                    value={values.username}
                    onChange={set("username")}
                  />
                )}
              </Field>
              <Field label="Password or token" hint={keep} error={problem("/credentials/password")}>
                {(control) => (
                  <Input
                    {...control}
                    type="password"
                    autoComplete="off"
                    required={!connection}
                    value={values.password}
                    onChange={set("password")}
                  />
                )}
              </Field>
            </div>
          ) : (
            <Field
              label="Webhook secret"
              hint={
                connection?.has_webhook_secret
                  ? keep
                  : "Optional. Copy it to GitHub before you save: it is not shown again."
              }
              error={problem("/webhook_secret")}
            >
              {(control) => (
                <span className="flex gap-2">
                  <Input
                    {...control}
                    autoComplete="off"
                    spellCheck={false}
                    className="min-w-0 flex-1 font-mono text-xs"
                    value={values.webhook_secret}
                    onChange={set("webhook_secret")}
                  />
                  <Button onClick={() => setValues({ ...values, webhook_secret: randomSecret() })}>
                    Make one
                  </Button>
                </span>
              )}
            </Field>
          )}
          <FormProblem error={save.error} fields={FIELDS} />
          <DialogFooter className="mt-1">
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {connection ? "Save" : "Add and test"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
