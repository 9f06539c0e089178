import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { type Passkey, passkeyRename } from "@/lib/access/contract";
import { signIns } from "@/messages/compiled/sign-ins";

/** Asks for another name of a passkey. */
export function PasskeyNameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useMessages(signIns);
  const form = useForm(passkeyRename, {
    defaults: { name: passkey.name },
    toInput: ({ name }) => ({ passkey_id: passkey.id, name }),
    success: t("passkey_renamed"),
    onSuccess: onClose,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("passkey_rename_title")}>
        <form className="flex flex-col gap-4" onSubmit={form.submit}>
          <TextField form={form} name="name" label={t("passkey_name")} />
          {form.problem}
          <FormFooter verb={t("passkey_rename")} busy={form.isPending} disabled={!form.isDirty} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
