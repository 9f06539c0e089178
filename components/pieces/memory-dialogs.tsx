"use client";

import { DialogOnDemand, type PropsOfPart } from "@/components/ui/on-demand";

const loadInvalidate = () => import("./memory-dialogs-opened").then((part) => part.InvalidateDialog);
const loadSupersede = () => import("./memory-dialogs-opened").then((part) => part.SupersedeDialog);
const loadEdit = () => import("./memory-edit-opened").then((part) => part.EditDialog);
const loadRecite = () => import("./recite-dialog-opened").then((part) => part.ReciteDialog);

/** Says that memories are wrong, with the reason that everyone will read in their history. */
export function InvalidateDialog(props: PropsOfPart<typeof loadInvalidate>) {
  return <DialogOnDemand load={loadInvalidate} props={props} />;
}

/** Replaces a memory by a corrected one that cites the code as it is now. */
export function SupersedeDialog(props: PropsOfPart<typeof loadSupersede>) {
  return <DialogOnDemand load={loadSupersede} props={props} />;
}

/** The wording of a memory. What it claims is changed by superseding it, so that the old claim stays in the chain. */
export function EditDialog(props: PropsOfPart<typeof loadEdit>) {
  return <DialogOnDemand load={loadEdit} props={props} />;
}

/** Shows the lines that a drifted memory would cite from now on, and cites them when it is still true. */
export function ReciteDialog(props: PropsOfPart<typeof loadRecite>) {
  return <DialogOnDemand load={loadRecite} props={props} />;
}
