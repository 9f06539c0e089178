import type { ReactNode } from "react";
import { Button } from "./button";
import { DialogClose, DialogFooter } from "./dialog";

/** The end of a dialog in which nothing is left to decide: its one button, which closes it. */
export function DialogDone({ children }: { children: ReactNode }) {
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button variant="primary">{children}</Button>
      </DialogClose>
    </DialogFooter>
  );
}
