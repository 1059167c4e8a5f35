import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';

/** A regular expression of the source code. */
export type SourceRegex = { readonly where: string; readonly regex: RegExp };

/** The page in the browser and the programs that imitate trackers read nothing that a stranger sends. */
const OWN_INPUT = ['web', 'simulator'].map((folder) => join('src', folder) + sep);

/** The literals, and the patterns of the schemas, which Ajv compiles with the flag u. */
export function sourceRegexes(): readonly SourceRegex[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file))
    .filter((file) => file.endsWith('.ts') && !OWN_INPUT.some((folder) => file.startsWith(folder)))
    .toSorted()
    .flatMap(regexesIn);
}

function regexesIn(file: string): SourceRegex[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: SourceRegex[] = [];
  const add = (node: ts.Node, regex: RegExp): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ where: `${file}:${line + 1}`, regex });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    } else if (isPattern(node)) add(node, new RegExp(node.initializer.text, 'u'));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isPattern = (node: ts.Node): node is ts.PropertyAssignment & { readonly initializer: ts.StringLiteral } =>
  ts.isPropertyAssignment(node) &&
  ts.isIdentifier(node.name) &&
  node.name.text === 'pattern' &&
  ts.isStringLiteral(node.initializer);
