"use client";

import { useEffect, useState } from "react";
import type { z } from "zod";
import { inputSchemaOf } from "@/lib/doors/client";
import type { Contract } from "@/lib/kernel/contract";

/** The schema of an operation's input, for what is checked while it is typed; null until it is loaded. */
export function useInputSchema(contract: Contract): z.ZodType | null {
  const [schema, setSchema] = useState<z.ZodType | null>(null);
  useEffect(() => {
    let isShown = true;
    inputSchemaOf(contract).then(
      (loaded) => isShown && setSchema(() => loaded),
      // Without it nothing is said while typing; what is sent is checked by the server as well.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [contract]);
  return schema;
}
