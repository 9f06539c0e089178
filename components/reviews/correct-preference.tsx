"use client";

import { FormFooter } from "@/components/pieces/form-footer";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { limitsOf } from "@/lib/doors/client";
import { type Preference, preferenceCorrect } from "@/lib/memories/contract";
import { reviewsPreferenceCorrect } from "@/messages/compiled/reviews-preference-correct";

/** Says what I prefer instead; it stands against whatever is configured or learned later. */
export function CorrectPreference({ preference, onClose }: { preference: Preference; onClose: () => void }) {
  const t = useMessages(reviewsPreferenceCorrect);
  const form = useForm(preferenceCorrect, {
    defaults: { preference_value: preference.preference_value, statement: preference.statement },
    toInput: ({ preference_value, statement }) => ({
      memory_id: preference.memory_id,
      version: preference.version,
      preference_value,
      statement,
    }),
    fields: ["preference_value", "statement"],
    onSuccess: () => {
      toast.success(t("was_corrected"), { description: t("was_corrected_meaning") });
      onClose();
    },
  });
  return (
    <form className="flex flex-col gap-4" onSubmit={form.submit}>
      <Field
        label={t("prefer")}
        hint={t("about", { what: preference.preference_type.replaceAll("_", " ") })}
        error={form.problemOf("preference_value")}
      >
        {(control) => (
          <Input
            {...control}
            required
            maxLength={limitsOf(preferenceCorrect, "preference_value").maxLength}
            {...form.field("preference_value")}
          />
        )}
      </Field>
      <LongTextField form={form} name="statement" label={t("statement")} required />
      {form.problem}
      <FormFooter verb={t("save")} busy={form.isPending} disabled={!form.isDirty} />
    </form>
  );
}
