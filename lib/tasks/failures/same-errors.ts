import type { Headline } from "./headline";
import type { FailureLanguage } from "./languages";

/**
 * Errors that versions, engines and tools word in several ways: one wording for each. `type` replaces the error's type where
 * that differs too; `of` is the type that it must have.
 */
type Same = { said: RegExp; type?: string; message: string; of?: string };

const PYTHON: readonly Same[] = [
  { said: /^(?:'[^'\s]*'|"[^"\s]*"|-?\d+(?:\.\d+)?|\([^)]*\))$/, of: "KeyError", message: "" },
  { said: /^(?:No module named|Could not import module)/i, type: "ImportError", message: "missing module" },
  { said: /^cannot import name/, type: "ImportError", message: "missing name in module" },
  { said: /object has no attribute/, message: "'<name>' object has no attribute '<name>'" },
  { said: /^module .* has no attribute/, message: "module '<name>' has no attribute '<name>'" },
  { said: /object is not subscriptable$/, message: "'<name>' object is not subscriptable" },
  {
    said: /missing \d+ required (?:positional|keyword-only) arguments?/,
    message: "missing required argument",
  },
  { said: /got an unexpected keyword argument/, message: "unexpected keyword argument" },
  {
    said: /takes .*positional arguments? .*(?:was|were) given|takes no arguments/,
    message: "too many arguments",
  },
  { said: /^name .* is not defined/, message: "name '<name>' is not defined" },
  {
    said: /referenced before assignment|cannot access local variable/,
    message: "local variable is not assigned",
  },
  { said: /^unsupported operand type/, message: "unsupported operand type" },
  {
    said: /(?:can only concatenate|must be str, not|cannot concatenate)/,
    message: "concatenates other types",
  },
  { said: /^(?:list|string|tuple|pop|range object)?.*index out of range$/, message: "index out of range" },
  { said: /^\[Errno 2\]/, type: "FileNotFoundError", message: "no such file or directory" },
  { said: /^\[Errno 13\]/, type: "PermissionError", message: "permission denied" },
  { said: /codec can't decode/, message: "cannot decode" },
  { said: /codec can't encode/, message: "cannot encode" },
  { said: /^invalid literal for int\(\)/, message: "invalid literal for int" },
  { said: /^could not convert string to float/, message: "could not convert string to float" },
  { said: /no such table/, message: "no such table" },
  {
    said: /UNIQUE constraint failed|duplicate key value violates unique constraint/,
    message: "unique constraint failed",
  },
];

const SCRIPTS: readonly Same[] = [
  {
    said: /Cannot read propert(?:y|ies) .*of (?:undefined|null)|(?:undefined|null) is not an object|\bis (?:undefined|null)$|Cannot destructure property|can't access property/,
    type: "TypeError",
    message: "reads a property of nothing",
  },
  {
    said: /Cannot set propert(?:y|ies) .*of (?:undefined|null)/,
    type: "TypeError",
    message: "sets a property of nothing",
  },
  { said: /is not a function/, message: "<name> is not a function" },
  { said: /is not a constructor/, message: "<name> is not a constructor" },
  {
    said: /is not iterable|is not a function or its return value is not iterable/,
    message: "<name> is not iterable",
  },
  { said: /is not defined$|Can't find variable/, type: "ReferenceError", message: "<name> is not defined" },
  {
    said: /before initialization|can't access lexical declaration/,
    type: "ReferenceError",
    message: "used before initialization",
  },
  {
    said: /^Cannot find (?:module|package)|Can't resolve '|Failed to resolve (?:import|entry)|Could not resolve ["']/,
    type: "Error",
    message: "missing module",
  },
  {
    said: /Maximum call stack size exceeded|too much recursion/,
    type: "RangeError",
    message: "too much recursion",
  },
  {
    said: /circular structure to JSON|cyclic object value/,
    type: "TypeError",
    message: "circular structure to JSON",
  },
  {
    said: /in JSON at position|is not valid JSON|end of JSON input|JSON\.parse: /,
    type: "SyntaxError",
    message: "invalid JSON",
  },
  {
    said: /Assignment to constant variable|invalid assignment to const/,
    type: "TypeError",
    message: "assignment to a constant",
  },
  { said: /^ENOENT/, type: "Error", message: "no such file or directory" },
  { said: /^(?:EACCES|EPERM)/, type: "Error", message: "permission denied" },
  { said: /^listen EADDRINUSE/, type: "Error", message: "address in use" },
  {
    said: /Cannot set headers after they are sent|Can't set headers after/,
    type: "Error",
    message: "headers sent twice",
  },
  {
    said: /^Exceeded timeout of|Timeout .*exceeded|Test timed out in/,
    type: "Error",
    message: "test timed out",
  },
  {
    said: /require\(\) of ES Module|Must use import to load ES Module/,
    type: "Error",
    message: "require of an ES module",
  },
  { said: /Cannot use import statement outside a module/, message: "import outside a module" },
  {
    said: /Unable to find an element|Unable to find role|TestingLibraryElementError/,
    message: "unable to find an element",
  },
];

const GO: readonly Same[] = [
  {
    said: /invalid memory address/,
    type: "runtime error",
    message: "nil pointer dereference",
  },
  { said: /^(?:index|slice bounds) out of range/, type: "runtime error", message: "index out of range" },
  { said: /all goroutines are asleep/, type: "fatal error", message: "deadlock" },
  { said: /concurrent map /, type: "fatal error", message: "concurrent map access" },
  { said: /^interface conversion:/, type: "panic", message: "interface conversion" },
  { said: /assignment to entry in nil map/, type: "panic", message: "assignment to a nil map" },
  { said: /send on closed channel/, type: "panic", message: "send on closed channel" },
  { said: /close of closed channel/, type: "panic", message: "close of closed channel" },
  { said: /^undefined: /, message: "undefined name" },
  { said: /declared (?:and|but) not used/, message: "declared and not used" },
  { said: /imported and not used/, message: "imported and not used" },
  { said: /^cannot use .* (?:as|in) /, message: "cannot use value as type" },
  { said: /does not implement/, message: "does not implement interface" },
  { said: /has no field or method|undefined \(type/, message: "no such field or method" },
  {
    said: /no required module provides package|cannot find package|is not in (?:GOROOT|std)|cannot find module providing/,
    message: "missing package",
  },
  { said: /import cycle not allowed/, message: "import cycle" },
  { said: /no such file or directory/, message: "no such file or directory" },
  { said: /^test timed out after/, type: "panic", message: "test timed out" },
];

const RUST: readonly Same[] = [
  { said: /called `Option::unwrap\(\)` on a `None` value/, message: "unwrap of None" },
  { said: /^index out of bounds/, type: "panic", message: "index out of bounds" },
  { said: /^range (?:start|end) index|slice index starts at/, message: "index out of bounds" },
  { said: /^assertion .*left == right/, message: "assertion of equality failed" },
  { said: /^assertion failed: /, message: "assertion failed" },
  { said: /attempt to (?:add|subtract|multiply|negate).* with overflow/, message: "arithmetic overflow" },
  { said: /^attempt to divide by zero/, message: "divide by zero" },
  { said: /already (?:mutably )?borrowed|already borrowed/, message: "already borrowed" },
  {
    said: /there is no reactor running|not currently running on (?:a|the) Tokio/i,
    message: "no reactor running",
  },
  { said: /Cannot start a runtime from within a runtime/, message: "runtime within a runtime" },
  { said: /byte index \d+ is not a char boundary/, message: "not a char boundary" },
  { said: /has overflowed its stack/, message: "stack overflow" },
];

const JAVA: readonly Same[] = [
  { said: /because .* is null|^Cannot (?:invoke|read|load|store|enter) .* null/, message: "" },
  { said: /cannot be cast to|ClassCastException/, message: "cannot be cast" },
  { said: /(?:Index|index|Range).*out of (?:bounds|range)/, message: "index out of bounds" },
  { said: /cannot find symbol/, message: "cannot find symbol" },
  { said: /package .* does not exist/, message: "package does not exist" },
  { said: /incompatible types/, message: "incompatible types" },
  { said: /^Java heap space|GC overhead limit exceeded/, message: "out of memory" },
  { said: /^For input string/, message: "not a number" },
  {
    said: /Unsupported major\.minor version|has been compiled by a more recent version/,
    type: "UnsupportedClassVersionError",
    message: "compiled for a newer version",
  },
  { said: /No qualifying bean of type/, message: "no qualifying bean" },
];

const CSHARP: readonly Same[] = [
  { said: /Object reference not set to an instance/, message: "object reference not set" },
  { said: /Index was out(?:side)? (?:of|the bounds)/, message: "index out of range" },
  { said: /Unable to cast object of type/, message: "unable to cast" },
  { said: /Value cannot be null/, message: "value is null" },
  { said: /Sequence contains no (?:matching )?elements?/, message: "sequence contains no element" },
  { said: /Sequence contains more than one/, message: "sequence contains more than one element" },
  { said: /The given key .*was not present/, message: "key not present" },
  { said: /Could not load file or assembly/, type: "FileNotFoundException", message: "missing assembly" },
  { said: /Unable to resolve service for type/, message: "unable to resolve service" },
  {
    said: /Input string was not in a correct format|The input string .* was not in a correct format/,
    message: "not a number",
  },
  { said: /Cannot access a disposed (?:object|context)/, message: "disposed object" },
  {
    said: /Could not find (?:file|a part of the path)/,
    type: "FileNotFoundException",
    message: "no such file",
  },
  { said: /A second operation (?:was )?started on this context/, message: "second operation on a context" },
];

const RUBY: readonly Same[] = [
  { said: /undefined method .* for nil/, type: "NoMethodError", message: "undefined method for nil" },
  { said: /undefined method/, type: "NoMethodError", message: "undefined method" },
  {
    said: /undefined local variable or method/,
    type: "NameError",
    message: "undefined local variable or method",
  },
  { said: /uninitialized constant/, type: "NameError", message: "uninitialized constant" },
  { said: /cannot load such file/, type: "LoadError", message: "missing file" },
  { said: /wrong number of arguments/, type: "ArgumentError", message: "wrong number of arguments" },
  { said: /unknown keywords?/, type: "ArgumentError", message: "unknown keyword" },
  { said: /missing keywords?/, type: "ArgumentError", message: "missing keyword" },
  { said: /can't modify frozen/, type: "FrozenError", message: "can't modify frozen object" },
  { said: /no implicit conversion/, type: "TypeError", message: "no implicit conversion" },
  { said: /can't be coerced into/, type: "TypeError", message: "can't be coerced" },
  { said: /^Could(?:n't| not) find .+ with/, message: "record not found" },
  { said: /^No such file or directory/, type: "ENOENT", message: "no such file or directory" },
  { said: /stack level too deep/, type: "SystemStackError", message: "too much recursion" },
];

const PHP: readonly Same[] = [
  {
    said: /Call to a member function .* on (?:null|a non-object)/,
    type: "Error",
    message: "member function on null",
  },
  {
    said: /Call to undefined (?:function|method)/,
    type: "Error",
    message: "call to undefined function or method",
  },
  { said: /Class .* not found|class .* does not exist/i, type: "Error", message: "class not found" },
  { said: /Undefined (?:variable|property)|Undefined variable/i, message: "undefined variable" },
  { said: /Undefined (?:array key|index|offset)/i, type: "Warning", message: "undefined array key" },
  { said: /Allowed memory size of/, type: "Fatal error", message: "out of memory" },
  { said: /Maximum execution time of/, type: "Fatal error", message: "out of time" },
  { said: /Too few arguments to function/, type: "ArgumentCountError", message: "too few arguments" },
  {
    said: /(?:must be of (?:the )?type|must be an instance of|Argument #?\d+ .*must be)/,
    type: "TypeError",
    message: "argument of a wrong type",
  },
  { said: /Return value (?:of .* )?must be/, type: "TypeError", message: "returns a wrong type" },
  { said: /headers already sent/, type: "Warning", message: "headers already sent" },
  { said: /[Ff]ailed to open stream|Failed opening required/, message: "failed to open file" },
  { said: /Unsupported operand types/, type: "TypeError", message: "unsupported operand types" },
  {
    said: /Trying to (?:access array offset|get property)|Attempt to read property/,
    message: "reads a property of nothing",
  },
  { said: /SQLSTATE\[42S02\]/, message: "table does not exist" },
  { said: /SQLSTATE\[23000\].*(?:Duplicate entry|1062)/, message: "duplicate entry" },
  { said: /Cannot redeclare/, type: "Fatal error", message: "declared twice" },
];

const SAME: Readonly<Record<FailureLanguage, readonly Same[]>> = {
  python: PYTHON,
  javascript: SCRIPTS,
  go: GO,
  rust: RUST,
  java: JAVA,
  csharp: CSHARP,
  ruby: RUBY,
  php: PHP,
  other: [],
};

/** Errors whose message names only what was met. */
const OF_TYPE: Readonly<Record<string, Headline>> = {
  NullPointerException: { error_type: "NullPointerException", message: "" },
  ClassNotFoundException: { error_type: "ClassNotFoundException", message: "" },
  NoClassDefFoundError: { error_type: "ClassNotFoundException", message: "" },
};

const ALL = Object.values(SAME).flat();

/**
 * The error in the wording that all its wordings have in common; null for one that is not known to have several. Where the
 * language has none, those of the others are tried: a single line often does not say its language.
 */
export function knownError({ error_type, message }: Headline, language: FailureLanguage): Headline | null {
  const by_type = OF_TYPE[error_type];
  if (by_type) return by_type;
  const fits = ({ said, of }: Same) => (of === undefined || of === error_type) && said.test(message);
  const same = SAME[language].find(fits) ?? ALL.find(fits);
  if (!same) return null;
  return { error_type: same.type ?? error_type, message: same.message };
}
