import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { type Passkey, passkeyRename } from "@/lib/access/contract";

/** Asks for another name of a passkey. */
export function PasskeyNameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm(passkeyRename, {
    defaults: { name: passkey.name },
    toInput: ({ name }) => ({ passkey_id: passkey.id, name }),
    success: "Passkey renamed",
    onSuccess: onClose,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Rename the passkey">
        <form className="flex flex-col gap-4" onSubmit={form.submit}>
          <TextField form={form} name="name" label="Name" />
          {form.problem}
          <FormFooter verb="Rename" busy={form.isPending} disabled={!form.isDirty} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
