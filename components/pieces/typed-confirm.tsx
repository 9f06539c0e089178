"use client";

import { type ComponentProps, useState } from "react";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { pieces } from "@/messages/compiled/pieces";
import { Confirm } from "./confirm";

/** Asks before something that cannot be taken back, and goes on only once its name was typed. */
export function TypedConfirm({
  expected,
  disabled = false,
  children,
  onOpenChange,
  ...confirm
}: { expected: string } & Omit<ComponentProps<typeof Confirm>, "tone">) {
  const t = useMessages(pieces);
  const [typed, setTyped] = useState("");
  return (
    <Confirm
      {...confirm}
      disabled={disabled || typed.trim() !== expected}
      onOpenChange={(open) => {
        setTyped("");
        onOpenChange(open);
      }}
    >
      {children}
      <Field label={t("type_to_confirm", { expected })} className="mt-3">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </Confirm>
  );
}
