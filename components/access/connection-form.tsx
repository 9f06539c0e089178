"use client";

import { FormFooter } from "@/components/pieces/form-footer";
import { LongTextField, TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { ToggleGroup } from "@/components/ui/toggle-group";
import {
  type Connection,
  type ConnectionKind,
  type Credentials,
  connectionCreate,
  connectionTest,
  connectionUpdate,
  GITHUB_API,
} from "@/lib/access/contract";
import { call } from "@/lib/doors/client";
import { connectionsForm } from "@/messages/compiled/connections-form";
import type { Translate } from "@/messages/message";

type Secrets = Record<
  "token" | "app_id" | "private_key" | "installation_id" | "username" | "password",
  string
>;
type Values = {
  kind: ConnectionKind;
  label: string;
  base_url: string;
  webhook_secret: string;
  credentials: Secrets;
};

const FIELDS = ["label", "base_url", "credentials", "webhook_secret"];

const valuesOf = (connection: Connection | undefined): Values => ({
  kind: connection?.kind ?? "github_token",
  label: connection?.label ?? "",
  base_url: connection?.base_url ?? GITHUB_API,
  webhook_secret: "",
  credentials: {
    token: "",
    app_id: connection?.app_id ?? "",
    private_key: "",
    installation_id: connection?.installation_id ?? "",
    username: connection?.username ?? "",
    password: "",
  },
});

/** Which of the credentials is the secret, by kind. */
const SECRETS = {
  github_token: "token",
  github_app: "private_key",
  git_password: "password",
} as const satisfies Record<ConnectionKind, keyof Secrets>;

const renewsSecret = ({ kind, credentials }: Values) => credentials[SECRETS[kind]].trim() !== "";

/** What the fields are called where the server is GitHub, and where it is any git server. */
function wordsFor(t: Translate<typeof connectionsForm>, kind: ConnectionKind) {
  if (kind === "git_password")
    return {
      name: t("name_example_git"),
      address: t("address_git"),
      address_hint: t("address_git_hint"),
      address_example: "https://git.example.com/acme",
    };
  return {
    name: t("name_example_github"),
    address: t("address_github"),
    address_hint: t("address_github_hint", { api: GITHUB_API }),
    address_example: GITHUB_API,
  };
}

/** What the form is called, and what it says, for a new connection and for one that is there. */
function wordsOf(t: Translate<typeof connectionsForm>, connection: Connection | undefined) {
  if (connection === undefined) return { title: t("add_title"), keep: "", verb: t("add") };
  return { title: t("change_title", { name: connection.label }), keep: t("keep"), verb: t("save") };
}

/** What is sent to make a connection, or to change one. */
function inputOf(values: Values, connection: Connection | undefined) {
  const { kind, label, base_url, webhook_secret } = values;
  const changed = {
    label: label.trim(),
    webhook_secret: kind === "git_password" ? undefined : webhook_secret.trim() || undefined,
  };
  const address = { base_url: base_url.trim(), credentials: credentialsOf(kind, values.credentials) };
  if (connection === undefined) return { ...changed, ...address };
  const { id, version } = connection;
  return { connection_id: id, version, ...changed, ...(renewsSecret(values) ? address : {}) };
}

function credentialsOf(kind: ConnectionKind, values: Secrets): Credentials {
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

const GITHUB_KINDS: readonly ConnectionKind[] = ["github_token", "github_app"];
const GIT_KINDS: readonly ConnectionKind[] = ["git_password"];

/** What a connection may be; one that is made stays with GitHub or with git. */
function kindsFor(connection: Connection | undefined): readonly ConnectionKind[] {
  if (connection === undefined) return [...GITHUB_KINDS, ...GIT_KINDS];
  if (connection.kind === "git_password") return GIT_KINDS;
  return GITHUB_KINDS;
}

type Props = {
  connection?: Connection;
  onClose: () => void;
  onSaved?: (connection: Connection) => void;
};

function useConnectionForm({ connection, onClose, onSaved }: Props) {
  const t = useMessages(connectionsForm);
  return useForm(connection ? connectionUpdate : connectionCreate, {
    defaults: valuesOf(connection),
    fields: FIELDS,
    toInput: (values) => inputOf(values, connection),
    onSuccess: async (saved) => {
      // Whether it works is asked at once, while the person who knows the credentials is here.
      if (saved.kind !== "git_password" && saved.test === null)
        await call(connectionTest, { connection_id: saved.id }).catch(() => undefined);
      toast.success(t(connection === undefined ? "added" : "saved", { name: saved.label }));
      onClose();
      onSaved?.(saved);
    },
  });
}

/** Makes a connection, or changes one; credentials that are left empty stay as they are. */
export function ConnectionForm({ connection, onClose, onSaved }: Props) {
  const t = useMessages(connectionsForm);
  const { title, keep, verb } = wordsOf(t, connection);
  const form = useConnectionForm({ connection, onClose, onSaved });
  const { kind, base_url } = form.values;
  const at = wordsFor(t, kind);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} className="max-w-xl">
        <form className="flex flex-col gap-4" autoComplete="off" onSubmit={form.submit}>
          <ToggleGroup
            label={t("type")}
            value={kind}
            onValueChange={(next) => {
              form.set("kind", next);
              form.clearProblem();
              if (next === "git_password" && base_url === GITHUB_API) form.set("base_url", "");
              if (next !== "git_password" && base_url === "") form.set("base_url", GITHUB_API);
            }}
            className="self-start"
            options={kindsFor(connection).map((each) => ({ value: each, label: t(each) }))}
          />
          <TextField
            form={form}
            name="label"
            label={t("name")}
            hint={t("name_hint")}
            required
            placeholder={at.name}
          />
          <TextField
            form={form}
            name="base_url"
            label={at.address}
            hint={at.address_hint}
            required
            disabled={connection !== undefined && !renewsSecret(form.values)}
            spellCheck={false}
            className="font-mono text-xs"
            placeholder={at.address_example}
          />
          <CredentialFields form={form} connection={connection} keep={keep} />
          {form.problem}
          <FormFooter className="mt-1" verb={verb} busy={form.isPending} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

type Fields = {
  form: ReturnType<typeof useConnectionForm>;
  connection: Connection | undefined;
  /** What an empty field means. */
  keep: string;
};

/** The fields of one kind of credentials; GitHub gets the secret of its webhooks too. */
function CredentialFields({ form, connection, keep }: Fields) {
  const t = useMessages(connectionsForm);
  const { kind } = form.values;
  if (kind === "git_password")
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="credentials.username" label={t("user")} required />
        <TextField
          form={form}
          name="credentials.password"
          label={t("password")}
          hint={keep}
          type="password"
          required={!connection}
        />
      </div>
    );
  return (
    <>
      {kind === "github_token" && (
        <TextField
          form={form}
          name="credentials.token"
          label={t("token")}
          hint={keep || t("token_hint")}
          error={form.problemOf("credentials")}
          type="password"
          required={!connection}
          className="font-mono text-xs"
        />
      )}
      {kind === "github_app" && <AppFields form={form} connection={connection} keep={keep} />}
      <WebhookSecret form={form} connection={connection} keep={keep} />
    </>
  );
}

function AppFields({ form, connection, keep }: Fields) {
  const t = useMessages(connectionsForm);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="credentials.app_id" label={t("app_id")} required />
        <TextField
          form={form}
          name="credentials.installation_id"
          label={t("installation_id")}
          required
          inputMode="numeric"
        />
      </div>
      <LongTextField
        form={form}
        name="credentials.private_key"
        label={t("private_key")}
        hint={keep || t("private_key_hint")}
        required={!connection}
        spellCheck={false}
        autoComplete="off"
        className="max-h-40 font-mono text-xs"
      />
    </>
  );
}

function WebhookSecret({ form, connection, keep }: Fields) {
  const t = useMessages(connectionsForm);
  return (
    <Field
      label={t("webhook_secret")}
      hint={connection?.has_webhook_secret ? keep : t("webhook_secret_hint")}
      error={form.problemOf("webhook_secret")}
    >
      {(control) => (
        <span className="flex gap-2">
          <Input
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 flex-1 font-mono text-xs"
            {...form.field("webhook_secret")}
            {...control}
          />
          <Button onClick={() => form.set("webhook_secret", randomSecret())}>{t("generate")}</Button>
        </span>
      )}
    </Field>
  );
}
