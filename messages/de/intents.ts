import type en from "../en/intents";

export default {
  except: "Ausnahmen hinzufügen",
  except_title: "Einer Regel Ausnahmen hinzufügen",
  except_text:
    "Fälle, die sich unter den abgelehnten Befunden der Regel wiederholen, werden ihrem Kapitel als Ausnahmen hinzugefügt.",
  demote: "Herabstufen",
  demote_title: "Eine Regel herabstufen",
  demote_text:
    "Die Regel bleibt im Skill, aber ihre Befunde werden als Nebenbemerkungen gemeldet, die keine Handlung erfordern.",
  disable: "Abschalten",
  disable_title: "Eine Regel abschalten",
  disable_text:
    "Der Skill sagt, dass die Regel nicht mehr gemeldet werden darf, wo abgelehnte Befunde gegen sie sprechen.",
  rewrite: "Umschreiben",
  rewrite_title: "Eine Regel umschreiben",
  rewrite_text:
    "Die Zeilen, die die Regel ausdrücken, werden so umgeschrieben, dass sie die abgelehnten Fälle ausschließen.",
} satisfies Record<keyof typeof en, string>;
