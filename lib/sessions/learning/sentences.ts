import { isTitled, nameOf } from "./forms";
import words from "./rule-words.json";

const SENTENCE_END = /(?<=[.!])\s+(?=[\p{Lu}`"'“])|(?<=[。！])\s*(?=\S)/u;

export const sentencesOf = (text: string): string[] => text.split(SENTENCE_END);

/** What gives a reason, a purpose or the alternative left behind. */
export const REASONED =
  /\b(?:because|since|so that|due to|in order to|to (?:avoid|prevent|keep|ensure|allow|enable|reduce|support|make|balance|separate|minimi[sz]e|maximi[sz]e|simplify|preserve|leverage|improve)|instead of|rather than|not the|over the|required (?:for|by)|minimum for|needed (?:for|by)|as it|as they|for (?:performance|compatibility|flexibility|simplicity|consistency|speed|security|safety))\b|\s[—–]\s\S|→|\((?:same|different|not|no|because|since)\b/i;

/** "Rejected because …", "Chosen over …": a verdict on what the heading names. */
export const VERDICT =
  /^(?:rejected|chosen|selected|preferred|discarded|not chosen|ruled out)\s+(?:because|since|as|for|over|due to)\b/i;

/** "Wails wins because …", "we chose X over Y because …". */
export const DECIDED =
  /\b(?:wins? because|won because|(?:we|i|team)(?:'ve| have)? (?:chose|decided (?:to|on|against)|opted (?:for|to)|settled on|went with|picked|switched (?:to|from))|decided to (?:use|pivot|switch|keep|drop|move|adopt))\b/i;

/** Orders in capitals, as rules for agents are written. */
export const ORDERS = /\b(?:NEVER|MUST(?: NOT)?|DO NOT|Do NOT|do NOT|ALWAYS|SHALL(?: NOT)?)\b/;

export const FORBIDS = /\b(?:NEVER|MUST NOT|DO NOT|Do NOT|do NOT|SHALL NOT)\b/;

/** What a rule's sentence says or begins with; in other languages, see `rule-words.json`. */
export const RULES = new RegExp(
  [
    String.raw`\b(?:must|never|always|only|should|shall|do not|don.t|required?|forbidden|prohibit\w*|not allowed|may not|cannot|mandatory|no)\b|^(?:use|keep|follow|write|run|put|add|prefer|target|validate|respect|commit|avoid|reference|link|close|update|include|call|pass|set|treat|store|return|import|test|check|document|name|start|read|make)\b`,
    ...Object.values(words.spaced).map((own) => String.raw`(?<!\p{L})(?:${own.join("|")})(?!\p{L})`),
    ...Object.values(words.unspaced).map((own) => own.join("|")),
  ].join("|"),
  "iu",
);

/** What makes a statement about something: code, a number, a name, a path, an identifier. */
export const SPECIFIC = /`[^`]+`|\d|\b[a-z]+[A-Z]\w*|\b\w+_\w+|\w\/\w|\b[A-Z]{2,}\b|(?<=[a-z,;] )[A-Z][a-z]+/;

/** "Use `yarn` (not npm)": an order at the beginning, with what it is set against or why. */
export const PREFERS =
  /^(?:use|prefer|always|never|do not|don't|keep|run)\b(?=.*`)(?=.*(?:\b(?:not|never|instead of|rather than|only|because|so that|to avoid|otherwise|unless)\b))/i;

/** What goes wrong, and under which condition: the words in which traps are described. */
export const TRAPS =
  /\b(?:silently|(?:won't|will not|doesn't|does not|don't|do not|cannot|can't) (?:work|run|compile|build|start|load|apply|match|fire)\b.*\b(?:if|when|unless|with|without|on|in|because|until)|should not be (?:used|called|set|run|imported)|(?:breaks?|fails?|crashes|hangs|deadlocks) (?:when|if|with|unless|because)|refuses (?:to|an?|the)|or (?:else )?(?:the|it|they|you)\b.{0,60}\bwill (?:be wrong|break|fail|be lost)|otherwise (?:it|the|they|you)\b)/i;

/** Headings over what somebody found by looking. */
export const FOUND = /\b(?:findings|observations|discoveries)(?:\s+worth\s+\w+)?\W*$/i;

/** Headings under which a text tells what it did, offers or plans: nothing there is a rule or a trap. */
export const TELLS_NEWS =
  /\b(?:features?|added|changed|fixed|removed|what.s new|change ?log|next steps|to ?do|tests?|testing|examples?|usage|installation|getting started|license|status|progress|timeline|known issues|problem statement|context|alternatives|considered)\b/i;

/** Headings of parts of a system, whose named bullets say how it is built. */
export const BUILT =
  /\b(?:strateg(?:y|ies)|architecture|breakdown|data flow|error handling|handling|internals|how it works|(?:key )?implementation details|design|components?)$/i;

/** Headings of rules, by their last word. */
const RULES_TITLE =
  /^(?:[\w/&-]+\s+){0,4}(?:rules|conventions|guidelines|constraints|invariants|guard-?rails|policies)\s*(?:\([^)]*\))?$|^(?:\w+\s+)?policy$/i;

export const isOfRules = (title: string): boolean =>
  RULES_TITLE.test(nameOf(title)) || isTitled(title, "rule");

/** Under such a heading nothing is settled. */
export const UNSETTLED =
  /\b(?:pending|open|to be (?:made|decided)|tbd|next steps|questions?|blockers?|considered)\b/i;

/** "Name: what it does", the bullets of such a heading. */
export const NAMED_PART = /^[\p{L}\d`'"][^:.!?]{1,60}(?::|\s[–—-])\s\S/u;
