import type en from "../en/code-views";

export default {
  difference: "Unterschied: {label}",
  changes:
    "<added>+{added_count}</added> <removed>−{removed_count}</removed><sr> Zeilen hinzugefügt und entfernt</sr>",
  same_texts: "Beide Texte sind gleich.",
  hunk: "Abschnitt {place} von {total}",
  line_added: "hinzugefügt: ",
  line_removed: "entfernt: ",
  unreadable: "Der zitierte Code konnte nicht gelesen werden.",
  reading: "Der zitierte Code wird gelesen",
  absent_unread: "Das Repository konnte nicht gelesen werden, daher sind die jetzigen Zeilen nicht bekannt.",
  absent_nowhere: "Der zitierte Text steht bei diesem Commit nirgends im Repository.",
  absent_binary:
    "Die Zeilen konnten bei diesem Commit nicht gelesen werden: Die Datei ist binär oder zu groß, um angezeigt zu werden.",
  recorded:
    "Die letzte aufgezeichnete Prüfung ergab „{status}“; dies ist der Code jetzt. Prüfen Sie jetzt, um es aufzuzeichnen.",
  only_hashes:
    "Vom zitierten Text sind nur Hashes gespeichert, und der Text kann nicht aus dem Repository gelesen werden, daher gibt es nichts zu vergleichen. Prüfungen funktionieren trotzdem.",
  caption_split: "Die zitierten Zeilen damals und jetzt, nebeneinander",
  caption_unified: "Die zitierten Zeilen damals und jetzt, vereint",
  side_then: "Damals",
  side_now: "Jetzt",
  similar: "zu {percent} % ähnlich",
  label_then: "Damals {path}, Zeilen {lines}",
  label_both: "Damals {path}, Zeilen {lines}; jetzt {now_path}, Zeilen {now_lines}",
  not_shown: "Die Zeilen von {path} können hier nicht angezeigt werden.",
  new_citation: "Das neue Zitat: {path}, Zeilen {lines}",
  place_found: "gefunden <when></when>",
  all_places: "Alle {count, number} anzeigen",
  places_not_listed:
    "{count, plural, one {# weitere Stelle ist} other {# weitere Stellen sind}} nicht aufgelistet.",
} satisfies Record<keyof typeof en, string>;
