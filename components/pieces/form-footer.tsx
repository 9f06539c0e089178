import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";

/** The end of a form in a dialog: leave it, or send it by the button that says `verb`. */
export function FormFooter({
  verb,
  className,
  children,
  ...submit
}: Pick<ComponentProps<typeof Button>, "busy" | "disabled" | "ref" | "variant"> & {
  verb: ReactNode;
  className?: string;
  /** What else can be done, before both. */
  children?: ReactNode;
}) {
  return (
    <DialogFooter className={className}>
      {children}
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" variant="primary" {...submit}>
        {verb}
      </Button>
    </DialogFooter>
  );
}
