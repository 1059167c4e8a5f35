import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { KeyPath } from './problem.js';

/** `7:5`: line and column of a character, from 1. */
export function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** The offset of a key or its value in a JSON text; of the nearest object or list around it if the text lacks it. */
export function offsetOf(text: string, path: KeyPath, at: 'key' | 'value'): number {
  const tree = parseTree(text);
  if (tree === undefined) return 0;
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, [...path.slice(0, length)]);
    if (node === undefined) continue;
    const [name] = node.parent?.type === 'property' ? (node.parent.children ?? []) : [];
    return at === 'key' && length === path.length && name !== undefined ? name.offset : node.offset;
  }
  return tree.offset;
}

/** Sentences for the errors of the parser; they quote nothing, because the text may contain a password. */
const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this word is no value of JSON: put texts into quotes',
  InvalidNumberFormat: 'this is no number of JSON: no zero in front, a point as decimal sign',
  PropertyNameExpected: 'expected a key in quotes; no comma comes after the last key',
  ValueExpected: 'expected a value; no comma comes after the last value',
  ColonExpected: 'expected a colon between key and value',
  CommaExpected: 'expected a comma, or the closing bracket',
  CloseBraceExpected: 'expected the closing }',
  CloseBracketExpected: 'expected the closing ]',
  EndOfFileExpected: 'expected the end of the file after the closing }',
  InvalidCommentToken: 'comments are not allowed: remove it',
  UnexpectedEndOfComment: 'comments are not allowed: remove it',
  UnexpectedEndOfString: 'a text has no closing quotation mark on its line',
  UnexpectedEndOfNumber: 'this number has no end',
  InvalidUnicode: 'expected four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'this \\ begins no escape of JSON: write \\\\ for a backslash',
  InvalidCharacter: 'a control character or line break is not allowed in a text',
};

export type SyntaxProblem = { readonly offset: number; readonly what: string };

/** The first error of a text that is not JSON. The parser goes on after it, but what it finds then follows from the first. */
export function syntaxProblem(text: string): SyntaxProblem {
  if (text.trim() === '') return { offset: 0, what: 'the file is empty: write at least {}' };
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  if (first === undefined) return { offset: 0, what: 'not JSON' };
  return { offset: first.offset, what: SYNTAX[printParseErrorCode(first.error)] ?? 'not JSON' };
}
