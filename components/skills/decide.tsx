"use client";

import type { ComponentProps } from "react";
import { DialogOnDemand } from "@/components/ui/on-demand";

const loadApprove = () => import("./decide-opened").then((part) => part.Approve);
const loadReject = () => import("./decide-opened").then((part) => part.Reject);

type PropsOf<Load extends typeof loadApprove | typeof loadReject> = ComponentProps<Awaited<ReturnType<Load>>>;

/** Says what an approval will do, takes a word of feedback, and does it. */
export function Approve(props: PropsOf<typeof loadApprove>) {
  return <DialogOnDemand load={loadApprove} props={props} />;
}

/** Takes the reason, and rejects. */
export function Reject(props: PropsOf<typeof loadReject>) {
  return <DialogOnDemand load={loadReject} props={props} />;
}
