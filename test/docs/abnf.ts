/** The boundary between two elements of a rule. */
const tokens = /"[^"]*"|%x[\dA-F]+(?:-[\dA-F]+)?|\d*\*\d*|\d+(?=[\w(])|[A-Za-z][\w-]*|[()[\]/]/g;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const code = (hex: string): string => `\\u${hex.padStart(4, '0')}`;

/** One element as a regular expression; `rule` returns the expression of a named rule. */
function part(token: string, rule: (name: string) => string): string {
  if (token.startsWith('"')) return literally(token.slice(1, -1));
  if (token.startsWith('%x')) {
    const [from = '', to = from] = token.slice(2).split('-');
    return `[${code(from)}-${code(to)}]`;
  }
  if (token === '(' || token === '[') return '(?:';
  if (token === ')') return ')';
  if (token === ']') return ')?';
  if (token === '/') return '|';
  return `(?:${rule(token)})`;
}

/** The quantifier of an ABNF repetition, which precedes its element: `3`, `*`, `1*` or `1*64`. */
function times(token: string): string | undefined {
  if (/^\d+$/.test(token)) return `{${token}}`;
  const [, least, most] = /^(\d*)\*(\d*)$/.exec(token) ?? [];
  return least === undefined ? undefined : `{${least === '' ? 0 : least},${most ?? ''}}`;
}

/** A regular expression for a whole rule of an ABNF grammar (RFC 5234), without comments and with case-sensitive strings. */
export function grammarOf(abnf: string, name: string): RegExp {
  const rules = new Map<string, string>();
  for (const [, rule = '', text = ''] of abnf.matchAll(/^([A-Za-z][\w-]*) *= *(.+)$/gm)) rules.set(rule, text);

  function expression(rule: string): string {
    const text = rules.get(rule);
    if (text === undefined) throw new Error(`the grammar has no rule ${rule}`);
    let out = '';
    let repeat: string | undefined;
    // The start of a repeated group, to find its end.
    const open: (string | undefined)[] = [];
    for (const [token] of text.matchAll(tokens)) {
      const count = times(token);
      if (count !== undefined) {
        repeat = count;
        continue;
      }
      if (token === '(' || token === '[') open.push(repeat);
      const after = token === ')' || token === ']' ? open.pop() : token === '(' || token === '[' ? undefined : repeat;
      out += after === undefined ? part(token, expression) : `${part(token, expression)}${after}`;
      repeat = undefined;
    }
    return out;
  }
  return new RegExp(`^(?:${expression(name)})$`);
}
