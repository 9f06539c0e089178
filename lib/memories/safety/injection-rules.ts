import { INJECTION_RULES, type InjectionRule } from "./injection-rule-ids";
import { ENGLISH } from "./injection-rules-english";

// Folded text has no diacritics: vergiss, instrucoes, regles.

const GAP = "[^.\\n]{0,50}";

const LATIN: readonly string[] = [
  `\\b(?:vergiss|vergessen|ignoriere?n?|missachte?n?|verwirf|ueberspringe|uberspringe)\\b${GAP}\\b(?:anweisung|befehl|instruktion|aufgabe|regel|vorgabe|obige|vorherige|bisherige|davor|alles|prompt|kontext|richtlinie|gesagte?)`,
  "\\b(?:du\\s+bist\\s+(?:jetzt|nun|ab\\s+(?:jetzt|sofort))|sie\\s+sind\\s+(?:jetzt|nun|ab)|ab\\s+(?:jetzt|sofort)\\s+(?:bist|antwort|sollst|verhalt|tust)|stell\\s+dir\\s+vor,?\\s+du|tu\\s+so,?\\s+als|verhalte\\s+dich|handle\\s+als|agiere\\s+als|spiele\\s+die\\s+rolle)\\b",
  `\\b(?:zeige?|nenne?|gib|verrate?|wiederhole?|schreibe?|was\\s+(?:ist|sind|war|waren))\\b${GAP}\\b(?:dein\\w*|ihr\\w*|deiner|deines|vorherig\\w*|obig\\w*|urspruenglich\\w*|ursprunglich\\w*|anfaenglich\\w*|system)\\s+(?:\\w+\\s+)?(?:prompts?|anweisung|instruktion|anleitung|regeln|vorgaben|prompttext)`,
  `\\b(?:ignora|ignore|olvida|olvide|omite|descarta|desestima)\\b${GAP}\\b(?:instrucci|indicaci|reglas|ordenes|anterior|previa|directri|todo\\s+lo)`,
  `\\b(?:ignorez|ignore|oubliez|oublie|negligez|ne\\s+(?:tiens|tenez)\\s+pas\\s+compte)\\b${GAP}\\b(?:(?:les|la|le|l'|mes|tes|tous|toutes?|vos|ces|cette|nos)\\s*(?:\\w{1,20}\\s+){0,2}(?:instruction|directive|precedent)|consigne|regle|ordres|tout\\s+ce|instructions?\\s+(?:precedent|anterieur))`,
  `\\b(?:ignora|ignorate|dimentica|dimenticate|trascura)\\b${GAP}\\b(?:istruzion|regole|ordini|precedent|direttiv|tutto\\s+cio)`,
  `\\b(?:ignore|esqueca|desconsidere|esquece)\\b${GAP}\\b(?:instruco|regras|ordens|anterior|diretri|tudo)`,
  `\\b(?:negeer|vergeet)\\b${GAP}\\b(?:instructie|regels|opdracht|vorige|voorgaande|alles|richtlijn)`,
  `\\b(?:zignoruj|zapomnij|pomin)\\b${GAP}\\b(?:instrukcj|polece|zasad|wszystk|poprzedn)`,
  `\\b(?:zaboravi|ignoriraj|zanemari)\\w*\\b${GAP}\\b(?:uput|naredb|instrukc|pravil|prethodn|sve)`,
  `\\b(?:talimat|komut|kural)\\w*\\b${GAP}\\b(?:unut|yok\\s+say|gormezden\\s+gel|dikkate\\s+alma)`,
  `\\b(?:ahora\\s+eres|a\\s+partir\\s+de\\s+ahora|tu\\s+es\\s+maintenant|vous\\s+etes\\s+maintenant|a\\s+partir\\s+de\\s+maintenant|ora\\s+sei|d'ora\\s+in\\s+poi|agora\\s+voce\\s+e|a\\s+partir\\s+de\\s+agora|je\\s+bent\\s+nu|vanaf\\s+nu|jestes\\s+teraz|od\\s+teraz)\\b`,
  `\\b(?:muestra|muestrame|revela|imprime|repite|dime|affiche|montre|revele|repete|mostra|mostrami|rivela|ripeti|mostre|revele|repita|toon|onthul|herhaal)\\b${GAP}\\b(?:tu|tus|su|sus|ton|tes|vos|votre|tuo|tue|il\\s+tuo|seu|suas|seus|je|jouw)\\s+(?:\\w+\\s+)?(?:prompt|instruc|instruct|istruz|indicac|consigne|regle|reglas)`,
];

const OTHER_SCRIPTS: readonly string[] = [
  "(?:игнорируи|проигнорируи|забудь|забудьте|не\\s+обращаи|отбрось)[^.\\n]{0,50}(?:инструкци|указани|правил|команд|предыдущ|выше|все)",
  "(?:игноруи|проігноруи|забудь)[^.\\n]{0,50}(?:інструкці|вказівк|правил|попередн)",
  "(?:теперь\\s+ты|отныне\\s+ты|ты\\s+теперь|представь,?\\s+что\\s+ты)",
  "(?:忽略|忘记|忘記|无视|無視|不要理会|忘掉|忽視|不用管|抛弃|取消)[^。\\n]{0,20}(?:指令|指示|提示|说明|說明|规则|規則|要求|命令|内容|之前|上面|以上|限制)",
  "(?:指示|命令|ルール|フロンフト|プロンプト|指令|制約|上記|これまて|以前)[^。\\n]{0,20}(?:無視|忘れ|破棄)",
  "(?:지시|명령|규칙|지침|프롬프트|이전|위의)[^.\\n]{0,20}(?:무시|잊)",
  "(?:지시|명령|규칙|지침)[^.\\n]{0,20}(?:무시|잊)",
  "(?:你现在是|你現在是|从现在开始你|從現在開始你|假装你|假裝你|扮演|请扮演|あなたは今から|今からあなた|これからあなた)",
  "(?:输出|显示|告诉我|重复|打印|输出|重複|顯示|复述|透露)[^。\\n]{0,20}(?:系统提示|提示词|系統提示|初始指令|你的指令|上面的内容|以上内容)",
  "(?:تجاهل|انس|انسى|تجاهلي)[^.\\n]{0,40}(?:التعليمات|الاوامر|الأوامر|القواعد|السابق)",
  "(?:निर्देश|नर्देश|नरदश|आदेश)[^।\\n]{0,40}(?:अनदेखा|भूल|अनदखा|भल)",
  "(?:התעלם|תתעלם|שכח)[^.\\n]{0,40}(?:הוראות|ההנחיות|הקודמות)",
];

/** Dotted and decorated letters of other scripts fold to their plain ones, in the patterns too. */
const plain = (pattern: string) => pattern.normalize("NFKD").replace(/\p{M}+/gu, "");

export type TextRule = { rule: InjectionRule; pattern: RegExp };

const compile = (rule: InjectionRule, pattern: string): TextRule => ({
  rule,
  pattern: new RegExp(pattern, "giu"),
});

const hasName = (name: string): name is keyof typeof ENGLISH => name in ENGLISH;

/** What the patterns above catch, by their place; the others are overrides. */
const LATIN_RULES: Partial<Record<number, InjectionRule>> = {
  1: "role",
  2: "prompt_leak",
  11: "role",
  12: "prompt_leak",
};
const OTHER_SCRIPT_RULES: Partial<Record<number, InjectionRule>> = { 2: "role", 7: "role", 8: "prompt_leak" };

/** Every rule that is a pattern; the hidden and the encoded are found by code. */
export const TEXT_RULES: readonly TextRule[] = [
  ...INJECTION_RULES.filter(hasName).flatMap((rule) =>
    ENGLISH[rule].map((pattern) => compile(rule, pattern)),
  ),
  ...LATIN.map((pattern, index) => compile(LATIN_RULES[index] ?? "override", pattern)),
  ...OTHER_SCRIPTS.map((pattern, index) => compile(OTHER_SCRIPT_RULES[index] ?? "override", plain(pattern))),
];
