"use client";

import type { ComponentProps } from "react";
import { DialogOnDemand } from "@/components/ui/on-demand";

const loadInvalidate = () => import("./memory-dialogs-opened").then((part) => part.InvalidateDialog);
const loadSupersede = () => import("./memory-dialogs-opened").then((part) => part.SupersedeDialog);
const loadEdit = () => import("./memory-edit-opened").then((part) => part.EditDialog);
const loadRecite = () => import("./recite-dialog-opened").then((part) => part.ReciteDialog);

type PropsOf<
  Load extends typeof loadInvalidate | typeof loadSupersede | typeof loadEdit | typeof loadRecite,
> = ComponentProps<Awaited<ReturnType<Load>>>;

/** Says that memories are wrong, with the reason that everyone will read in their history. */
export function InvalidateDialog(props: PropsOf<typeof loadInvalidate>) {
  return <DialogOnDemand load={loadInvalidate} props={props} />;
}

/** Replaces a memory by a corrected one that cites the code as it is now. */
export function SupersedeDialog(props: PropsOf<typeof loadSupersede>) {
  return <DialogOnDemand load={loadSupersede} props={props} />;
}

/** The wording of a memory. What it claims is changed by superseding it, so that the old claim stays in the chain. */
export function EditDialog(props: PropsOf<typeof loadEdit>) {
  return <DialogOnDemand load={loadEdit} props={props} />;
}

/** Shows the lines that a drifted memory would cite from now on, and cites them when it is still true. */
export function ReciteDialog(props: PropsOf<typeof loadRecite>) {
  return <DialogOnDemand load={loadRecite} props={props} />;
}
