import type en from "../en/support-words";

export default {
  kind_named: "in der Memory genannt",
  kind_constant: "ein Wert, den die zitierten Zeilen verwenden",
  kind_callee: "eine Funktion, die die zitierten Zeilen aufrufen",
  decided_holds: "Stimmt noch",
  decided_stale: "Stimmt nicht mehr",
} satisfies Record<keyof typeof en, string>;
