/** The section of a decision record that holds the decision (Nygard; MADR calls it "Decision Outcome"). */
export const RECORD_DECISION =
  /^(?:\d+[.)]?\s+)?(?:decision(?: outcome)?|d[ée]cision|entscheidung|decisión|decisão|決定(?:事項)?|决策|决定)\s*:?$/i;

/** The section of what follows from it. */
export const RECORD_CONSEQUENCES =
  /^(?:\d+[.)]?\s+)?(?:consequences|implications|impact|conséquences|konsequenzen|folgen|auswirkungen|consecuencias|consequências|影響|影响|后果)\s*:?$/i;

/** A record that binds nobody: not decided yet, or no more. */
export const RECORD_VOID =
  /^\W*(?:rejected|superseded|deprecated|proposed|draft|pending|withdrawn|obsolete)\b/i;

export const CHOSEN_OPTION = /^chosen (?:option|alternative|solution)\s*:\s*/i;

/** What commits: "we decided", "X will be …", or an order at the beginning. */
export const COMMITS = new RegExp(
  [
    String.raw`\b(?:we|i|the (?:team|project))(?:'ve| have| had)?\s+(?:\P{L}+|\w+ly\s+)?(?:decided|chose|chosen|opted|settled|agreed|rejected|went with|picked|adopted)\b`,
    String.raw`\b(?:will|shall|must)\s+\w|\bwe (?:also |now )*(?:use|keep|write|store)\b`,
    String.raw`^(?:use|keep|adopt|implement(?:ed)?|write|store|do not|don't|never|always|introduce|distinguish|pick|prefer|switch|replace|move|split|make|decided|drop|remove|run|require|host|treat|build|separate)\b`,
  ].join("|"),
  "iu",
);
