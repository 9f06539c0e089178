"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { call, refreshAfter } from "@/lib/doors/client";
import type { CallOf, CommandContract, OutputOf } from "@/lib/kernel/contract";
import { toastProblem } from "./problem";

export type OperationOptions<C extends CommandContract> = {
  /** What a toast says once it is done. */
  success?: string | ((output: OutputOf<C>, input: CallOf<C>) => string);
  /** What a toast says when it failed, with the problem's text; left out where the screen shows the problem itself. */
  failure?: string;
  onSuccess?: (output: OutputOf<C>, input: CallOf<C>) => unknown;
  onError?: (error: Error, input: CallOf<C>) => unknown;
  /** Whether a failure reads again too what would have changed, because it may say that someone else changed it. */
  refreshOnFailure?: boolean;
};

/** Carries out a command, says what came of it, and reads again every answer on the screen that it may have changed. */
export function useOperation<C extends CommandContract>(
  contract: C,
  { success, failure, onSuccess, onError, refreshOnFailure = false }: OperationOptions<C> = {},
) {
  const client = useQueryClient();
  const refresh = () => refreshAfter(client, contract);
  return useMutation({
    mutationFn: (input: CallOf<C>) => call(contract, input),
    onSuccess: async (output, input) => {
      if (success !== undefined)
        toast.success(typeof success === "function" ? success(output, input) : success);
      await onSuccess?.(output, input);
      await refresh();
    },
    onError: async (error, input) => {
      if (failure !== undefined) toastProblem(failure, error);
      onError?.(error, input);
      if (refreshOnFailure) await refresh();
    },
  });
}

/** Reads again what commands may have changed, for those that `useOperation` does not carry out. */
export function useRefreshAfter(...contracts: readonly CommandContract[]) {
  const client = useQueryClient();
  return () => refreshAfter(client, ...contracts);
}
