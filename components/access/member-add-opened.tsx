"use client";

import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Choose } from "@/components/ui/choose";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { DialogDone } from "@/components/ui/dialog-done";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { memberAdd } from "@/lib/access/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import type { Role } from "@/lib/kernel/permissions";
import { members } from "@/messages/compiled/members";
import type { Translate } from "@/messages/message";
import { RIGHTS, useRoleOptions } from "./role-options";
import { SignInLink } from "./sign-in-link";

/** Of who is added without another choice. */
const FIRST_ROLE: Role = "developer";

/** Adds a person, and shows once what they sign in with. */
export function AddMember({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      {open && <AddMemberContent />}
    </Dialog>
  );
}

function AddMemberContent() {
  const t = useMessages(members);
  const roleOptions = useRoleOptions();
  const form = useForm(memberAdd, {
    defaults: { email: "", name: "", role: FIRST_ROLE },
    toInput: ({ email, name, role }) => ({ email: email.trim(), name: name.trim(), role }),
  });
  const { role } = form.values;
  const added = form.data;
  if (added) return <Added added={added} />;
  return (
    <DialogContent title={t("add")}>
      <form className="flex flex-col gap-4" onSubmit={form.submit}>
        <TextField form={form} name="email" label={t("email")} type="email" />
        <TextField form={form} name="name" label={t("name")} />
        <Field
          label={t("role")}
          hint={t("role_hint", { rights: t(RIGHTS[role]) })}
          error={form.problemOf("role")}
        >
          {(control) => (
            <Choose
              {...control}
              value={role}
              onChoose={(chosen) => form.set("role", chosen)}
              options={roleOptions}
              className="w-full"
            />
          )}
        </Field>
        {form.problem}
        <FormFooter className="mt-1" verb={t("add_send")} busy={form.isPending} />
      </form>
    </DialogContent>
  );
}

function addedInWords(
  t: Translate<typeof members>,
  { member, invitation, sign_in_url }: OutputOf<typeof memberAdd>,
) {
  if (invitation) {
    const next = sign_in_url === null ? "added_invited_next" : "added_invited_by_link";
    return { title: t("added_invited", { email: invitation.email }), description: t(next) };
  }
  const title = member ? t("added", { name: member.name }) : t("added_nameless");
  if (sign_in_url === null) return { title, description: t("added_by_provider") };
  return { title, description: t("added_by_link") };
}

function Added({ added }: { added: OutputOf<typeof memberAdd> }) {
  const t = useMessages(members);
  const { sign_in_url, sign_in_url_expires_at } = added;
  const { title, description } = addedInWords(t, added);
  return (
    <DialogContent title={title} description={description} isShownOnce={sign_in_url !== null}>
      {sign_in_url !== null && sign_in_url_expires_at !== null && (
        <SignInLink url={sign_in_url} expires_at={sign_in_url_expires_at} />
      )}
      <DialogDone>{t("done")}</DialogDone>
    </DialogContent>
  );
}
