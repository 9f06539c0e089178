import type en from "../en/citations-context";

export default {
  queue: "Geänderter Kontext",
  unreadable: "Der geänderte Kontext konnte nicht geladen werden.",
  loading: "Der geänderte Kontext wird geladen",
  next: "Als Nächstes: {name}, zu {statement}",
  open_page: "Die Memory als Seite öffnen",
  which: "Welche Änderungen",
  to_decide: "Zu entscheiden",
  decided: "Entschieden",
  in_total: "insgesamt {count, number}",

  holds: "Stimmt noch",
  holds_keys: "Stimmt noch: die Memory behalten",
  stale: "Stimmt nicht mehr",
  stale_keys: "Stimmt nicht mehr: die Memory für ungültig erklären",
  done_holds: "Stimmt noch",
  done_holds_meaning: "Agenten wird die Memory ohne diese Änderung ausgeliefert.",
  done_stale: "Für ungültig erklärt",
  done_stale_title: "Memory für ungültig erklärt",
  done_stale_meaning: "Sie wird nicht mehr an Agenten ausgeliefert.",
  not_saved: "Die Entscheidung konnte nicht gespeichert werden",
  undo: "Entscheidung rückgängig machen",
  undone: "Die Entscheidung wurde rückgängig gemacht",
  undone_meaning: "Die Änderung ist wieder in der Warteschlange.",
  not_undone: "Die Entscheidung konnte nicht rückgängig gemacht werden",

  empty_changed: "Keine Definition, auf der eine Memory beruht, hat sich geändert",
  empty_changed_meaning:
    "Werte und Funktionen, die eine Memory nennt oder die ihre zitierten Zeilen verwenden, werden zusammen mit ihren Zitaten geprüft. Ändert sich davon etwas, wird Agenten die Memory mit der Änderung ausgeliefert, und jemand entscheidet hier, ob sie noch stimmt.",
  empty_decided: "Noch keine Entscheidungen",
  empty_decided_meaning:
    "Entschiedene Änderungen erscheinen hier; eine Entscheidung lässt sich hier rückgängig machen.",

  seen_changed: "Änderung gesehen <when></when>",
  decided_by: "{decision}, entschieden von <actor></actor><when></when>",
  open_memory: "Memory öffnen",
  changed:
    "<name></name>, {kind}, hat sich geändert. Die Zeilen, die die Memory selbst zitiert, sind weiterhin gültig.",
  opinion_holds: "<who>{model} meint: </who>stimmt noch, wegen <quote></quote>. {reason}",
  opinion_stale: "<who>{model} meint: </who>stimmt nicht mehr, wegen <quote></quote>. {reason}",
  only_checksum:
    "{path}: Von seinem Text ist hier nur eine Prüfsumme gespeichert; was sich geändert hat, lässt sich daher nicht zeigen.",
  only_new_checksum:
    "Von seinem neuen Text ist hier nur eine Prüfsumme gespeichert, weil er ein Geheimnis enthalten kann.",
  nowhere: "Es ist bei diesem Commit nirgends im Repository.",
} satisfies Record<keyof typeof en, string>;
