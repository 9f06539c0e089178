"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useEffect } from "react";

/** Its name in the address. */
const FIELD = "field";

/** Gives the focus to the field that the address names; how is loaded for such an address alone. */
export function FieldFinder() {
  const [name, setName] = useQueryState(FIELD, parseAsString.withOptions({ history: "replace" }));
  useEffect(() => {
    const main = document.getElementById("main");
    if (name === null || main === null) return;
    let isShown = true;
    import("./follow-field").then(
      // Asked for again, it is found again.
      ({ followField }) =>
        isShown && followField({ main, name, parameter: FIELD, onFound: () => void setName(null) }),
      // Without it the person finds the field.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [name, setName]);
  return null;
}
