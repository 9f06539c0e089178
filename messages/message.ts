import type { CompiledMessage } from "icu-minify/format";
import type { ReactNode } from "react";

/** The texts of one part of the interface, by key, in ICU MessageFormat: what files in `messages/en` and its sisters hold. */
export type Texts = Readonly<Record<string, string>>;

/** What shows a tag of a text, as `<link>its help</link>`, with what is in it. */
export type Tag = (content: ReactNode) => ReactNode;

type Value = string | number | Date | Tag;

/** The arguments of each text of an area. */
export type ArgumentsByKey = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** One part of the interface with its English texts, compiled by `npm run generate`. `Arguments` exists for the types alone. */
export type Area<Arguments extends ArgumentsByKey = ArgumentsByKey> = {
  readonly name: string;
  readonly texts: Readonly<Record<keyof Arguments & string, CompiledMessage>>;
  readonly arguments?: Arguments;
};

/** The texts of every area in a language other than English. */
export type Translations = Readonly<Record<string, Readonly<Record<string, CompiledMessage>>>>;

/** The keys of an area's texts. */
export type MessageKey<A> = A extends Area<infer Arguments> ? keyof Arguments & string : never;

/** The keys of the texts that take no arguments: what a table of words may hold. */
export type PlainKey<A> =
  A extends Area<infer Arguments>
    ? {
        [Key in keyof Arguments & string]: keyof Arguments[Key] extends never ? Key : never;
      }[keyof Arguments & string]
    : never;

type Values<Arguments> = keyof Arguments extends never ? [] : [values: Arguments];

/** Writes the texts of an area in the reader's language. */
export type Translate<A extends Area> =
  A extends Area<infer Arguments>
    ? {
        /** A text as a string. */
        <Key extends keyof Arguments & string>(key: Key, ...values: Values<Arguments[Key]>): string;
        /** A text with tags, as what React renders. */
        rich<Key extends keyof Arguments & string>(key: Key, ...values: Values<Arguments[Key]>): ReactNode;
      }
    : never;
