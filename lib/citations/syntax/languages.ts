/** What a grammar of `@vscode/tree-sitter-wasm` calls what the rules here ask for. Types of nodes by their names. */
export interface Language {
  /** The grammar's name: `tree-sitter-<grammar>.wasm`. */
  grammar: string;
  comments: ReadonlySet<string>;
  /** Literals that are one token whatever they hold. */
  literals: ReadonlySet<string>;
  /** Literals whose quotes are equal: they count by what stands between. */
  quoted: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  /** Nodes that only group: their parentheses count by the tree that they make. */
  groups: ReadonlySet<string>;
  /** Lists in which a comma before the end means nothing. */
  lists: ReadonlySet<string>;
  /** The same where there are at least two entries: with one the comma makes the list. */
  tuples: ReadonlySet<string>;
  /** Brackets of which the grammar knows only the tokens, as in the call of a macro: a comma before the end means nothing. */
  loose_lists: ReadonlySet<string>;
  /** Entries whose order among their neighbours means nothing, each with the parents where that is so; none for any. */
  unordered: ReadonlyMap<string, ReadonlySet<string>>;
  /** Blocks that may stand without braces where they hold one statement, each with the parents where that is so. */
  blocks: ReadonlyMap<string, ReadonlySet<string>>;
  /** Blocks have a value, that of what they end with. */
  block_values: boolean;
  /** Neither line breaks nor indentation mean anything: the same tokens are the same code, even where the grammar fails. */
  free_of_layout: boolean;
  /** Nodes that declare a name, each with the types of the child that is that name, the likeliest first. */
  definitions: ReadonlyMap<string, readonly string[]>;
  /** The separator between the names of a path of symbols. */
  separator: "." | "::";
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/).filter(Boolean));

/** From `<type> …: <parents>` lines. */
function within(lines: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...definitions(lines)].map(([type, parents]) => [type, set(parents.join(" "))]));
}

/** From `<type> …: <name types>` lines. */
function definitions(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    lines.flatMap((line) => {
      const [types = "", names = ""] = line.split(": ");
      return types.split(" ").map((type) => [type, names.split(" ")] as const);
    }),
  );
}

const PLAIN: Omit<Language, "grammar"> = {
  comments: set("comment"),
  literals: set(""),
  quoted: set(""),
  numbers: set(""),
  groups: set("parenthesized_expression"),
  lists: set(""),
  tuples: set(""),
  loose_lists: set(""),
  unordered: new Map(),
  blocks: new Map(),
  block_values: false,
  free_of_layout: false,
  definitions: new Map(),
  separator: ".",
};

const SCRIPT: Omit<Language, "grammar"> = {
  ...PLAIN,
  comments: set("comment html_comment"),
  literals: set("string_fragment escape_sequence regex jsx_text"),
  quoted: set("string"),
  numbers: set("number"),
  groups: set("parenthesized_expression parenthesized_type"),
  lists: set(
    "arguments formal_parameters object array object_pattern array_pattern named_imports export_clause enum_body type_arguments type_parameters tuple_type",
  ),
  unordered: within(["import_specifier: named_imports", "export_specifier: export_clause"]),
  blocks: within([
    "statement_block: if_statement else_clause for_statement for_in_statement while_statement do_statement",
  ]),
  definitions: definitions([
    "class_declaration abstract_class_declaration class interface_declaration type_alias_declaration enum_declaration: type_identifier identifier",
    "function_declaration generator_function_declaration function_signature function_expression: identifier",
    "method_definition method_signature abstract_method_signature public_field_definition field_definition: property_identifier private_property_identifier string",
    "internal_module module: identifier nested_identifier string",
    "variable_declarator: identifier",
    "pair: property_identifier",
  ]),
};

const PYTHON: Language = {
  ...PLAIN,
  grammar: "python",
  quoted: set("string"),
  numbers: set("integer float"),
  lists: set(
    "argument_list parameters list dictionary set import_from_statement lambda_parameters type_parameter with_clause list_pattern",
  ),
  tuples: set("tuple tuple_pattern"),
  unordered: within(["dotted_name aliased_import: import_from_statement"]),
  definitions: definitions(["class_definition function_definition: identifier"]),
};

const GO: Language = {
  ...PLAIN,
  grammar: "go",
  literals: set("interpreted_string_literal raw_string_literal rune_literal"),
  lists: set("argument_list parameter_list literal_value type_arguments type_parameter_list"),
  unordered: within(["import_spec: import_spec_list"]),
  definitions: definitions([
    "function_declaration: identifier",
    "method_declaration: field_identifier",
    "type_spec type_alias: type_identifier",
    "const_spec var_spec: identifier",
  ]),
};

const RUST: Language = {
  ...PLAIN,
  grammar: "rust",
  comments: set("line_comment block_comment"),
  literals: set("string_literal raw_string_literal char_literal"),
  lists: set(
    "arguments parameters field_initializer_list enum_variant_list array_expression use_list type_arguments type_parameters field_declaration_list ordered_field_declaration_list struct_pattern slice_pattern closure_parameters where_clause match_arm",
  ),
  tuples: set("tuple_expression tuple_type tuple_pattern"),
  loose_lists: set("token_tree"),
  unordered: within(["use_declaration mod_item extern_crate_declaration: "]),
  blocks: within(["block: match_arm closure_expression"]),
  block_values: true,
  free_of_layout: true,
  definitions: definitions([
    "function_item function_signature_item mod_item macro_definition const_item static_item: identifier",
    "struct_item enum_item union_item trait_item type_item: type_identifier",
    "impl_item: type_identifier generic_type scoped_type_identifier",
  ]),
  separator: "::",
};

const JAVA: Language = {
  ...PLAIN,
  grammar: "java",
  comments: set("line_comment block_comment"),
  literals: set("string_literal character_literal"),
  lists: set("array_initializer element_value_array_initializer enum_body"),
  unordered: within(["import_declaration: "]),
  blocks: within(["block: if_statement for_statement enhanced_for_statement while_statement do_statement"]),
  free_of_layout: true,
  definitions: definitions([
    "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration method_declaration constructor_declaration variable_declarator: identifier",
  ]),
};

const CSHARP: Language = {
  ...PLAIN,
  grammar: "c-sharp",
  literals: set(
    "string_literal verbatim_string_literal raw_string_literal character_literal interpolated_string_expression",
  ),
  lists: set("initializer_expression enum_member_declaration_list anonymous_object_creation_expression"),
  unordered: within(["using_directive: "]),
  blocks: within(["block: if_statement for_statement foreach_statement while_statement do_statement"]),
  definitions: definitions([
    "class_declaration interface_declaration struct_declaration record_declaration enum_declaration method_declaration constructor_declaration property_declaration variable_declarator: identifier",
    "namespace_declaration file_scoped_namespace_declaration: identifier qualified_name",
  ]),
};

const RUBY: Language = {
  ...PLAIN,
  grammar: "ruby",
  literals: set(
    "string heredoc_body heredoc_beginning regex subshell string_array symbol_array character delimited_symbol",
  ),
  groups: set(""),
  lists: set("array hash"),
  definitions: definitions([
    "class module: constant scope_resolution",
    "method singleton_method: identifier constant setter operator",
  ]),
};

const PHP: Language = {
  ...PLAIN,
  grammar: "php",
  literals: set("string encapsed_string heredoc nowdoc shell_command_expression text"),
  lists: set(
    "arguments formal_parameters array_creation_expression list_literal namespace_use_group match_block",
  ),
  unordered: within(["namespace_use_declaration: "]),
  blocks: within([
    "compound_statement: if_statement else_clause else_if_clause for_statement foreach_statement while_statement do_statement",
  ]),
  definitions: definitions([
    "class_declaration interface_declaration trait_declaration enum_declaration function_definition method_declaration: name",
    "property_element: variable_name",
    "const_element: name",
  ]),
  separator: "::",
};

const CPP: Language = {
  ...PLAIN,
  grammar: "cpp",
  literals: set("string_literal raw_string_literal char_literal system_lib_string"),
  unordered: within(["using_declaration: "]),
  blocks: within([
    "compound_statement: if_statement else_clause for_statement for_range_loop while_statement do_statement",
  ]),
  free_of_layout: true,
  lists: set("initializer_list enumerator_list"),
  definitions: definitions([
    "class_specifier struct_specifier union_specifier enum_specifier: type_identifier qualified_identifier",
    "function_definition: function_declarator",
    "namespace_definition: namespace_identifier nested_namespace_specifier",
  ]),
  separator: "::",
};

const BASH: Language = {
  ...PLAIN,
  grammar: "bash",
  literals: set("string raw_string ansi_c_string heredoc_body heredoc_start"),
  groups: set(""),
  definitions: definitions(["function_definition: word"]),
};

const LANGUAGES: readonly (readonly [string, Language])[] = [
  ["ts mts cts", { ...SCRIPT, grammar: "typescript" }],
  ["tsx", { ...SCRIPT, grammar: "tsx" }],
  ["js jsx mjs cjs", { ...SCRIPT, grammar: "javascript" }],
  ["py pyi", PYTHON],
  ["go", GO],
  ["rs", RUST],
  ["java", JAVA],
  ["cs", CSHARP],
  ["rb rake gemspec", RUBY],
  ["php", PHP],
  ["c h cc cpp cxx hh hpp hxx", CPP],
  ["sh bash", BASH],
];

const by_extension = new Map(
  LANGUAGES.flatMap(([names, language]) => names.split(" ").map((name) => [name, language] as const)),
);

/** The language of a file by its name; null without a grammar. */
export function languageOf(path: string): Language | null {
  return by_extension.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase()) ?? null;
}
