import { SaxesParser } from 'saxes';
import { messageOf, success, type Failure, type Result } from '../../../errors.js';
import { fileErrors } from '../messages.js';

/** An element; `name` and the names of attributes are without their prefix. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** all text directly in it */
  readonly text: string;
};

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 200_000;
const MAX_ATTRIBUTES = 32;
/** Characters that are parsed between two yields: some milliseconds. */
const SLICE = 64 * 1024;

/** Refused for a reason that has a message; other errors are those of the parser. */
class Refusal extends Error {
  constructor(readonly failed: Failure) {
    super(failed.message);
  }
}

type Growing = { name: string; attributes: Record<string, string>; children: Growing[]; text: string };

/**
 * The root element of an XML text. Nothing is expanded or fetched: a DOCTYPE, and with it every entity, is refused. Yields
 * after each slice, so that a caller can do something else in between.
 */
export function* readXmlTree(text: string): Generator<undefined, Result<XmlElement>> {
  const tree = createTree();
  try {
    for (let at = 0; at < text.length; at += SLICE) {
      tree.parser.write(text.slice(at, at + SLICE));
      yield;
    }
    tree.parser.close();
  } catch (error) {
    return error instanceof Refusal ? error.failed : notWellFormed(messageOf(error));
  }
  const root = tree.root();
  return root === undefined ? fileErrors.empty() : success(root);
}

/** `reason`: of the parser, like `3:14: unclosed tag: kml`. */
function notWellFormed(reason: string): Failure {
  if (reason.includes('undefined entity')) return fileErrors.entity({ detail: reason });
  return fileErrors.notXml({ detail: reason.slice(0, 200) });
}

function createTree(): { readonly parser: SaxesParser; readonly root: () => XmlElement | undefined } {
  // Namespaces are not checked: programs use prefixes that they do not declare.
  const parser = new SaxesParser({ xmlns: false, fragment: false });
  const open: Growing[] = [];
  let root: Growing | undefined;
  let elements = 0;

  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (!/^(?:utf-?8|us-ascii|ascii)$/i.test(encoding))
      throw new Refusal(fileErrors.encoding({ name: encoding.slice(0, 40) }));
  });
  parser.on('doctype', () => {
    throw new Refusal(fileErrors.doctype());
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw new Refusal(fileErrors.tooManyElements({ limit: MAX_ELEMENTS }));
    if (open.length === MAX_DEPTH) throw new Refusal(fileErrors.tooDeep({ limit: MAX_DEPTH }));
    const all = Object.entries(attributes);
    if (all.length > MAX_ATTRIBUTES) throw new Refusal(fileErrors.tooManyAttributes({ limit: MAX_ATTRIBUTES }));
    const one = {
      name: localName(name),
      attributes: Object.fromEntries(all.map(([key, value]) => [localName(key), value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(one);
    root ??= one;
    open.push(one);
  });
  parser.on('closetag', () => open.pop());
  const addText = (text: string): void => {
    const parent = open.at(-1);
    if (parent !== undefined) parent.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  return { parser, root: () => root };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export const childNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The text of a child without spaces at its ends; undefined if there is none. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  const text = childNamed(element, name)?.text.trim();
  return text === '' ? undefined : text;
}

/** All elements of a name inside of the element, at any depth, in the order of the file. */
export function descendants(element: XmlElement, name: string, found: XmlElement[] = []): readonly XmlElement[] {
  for (const child of element.children) {
    if (child.name === name) found.push(child);
    descendants(child, name, found);
  }
  return found;
}
