/** The values of the `:name` parts of a page's pattern in a hash; undefined if the pattern does not match. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const patternParts = pattern.split('/');
  const pathParts = path.split('/');
  if (patternParts.length !== pathParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of patternParts.entries()) {
    const found = decode(pathParts[index] ?? '');
    if (found === undefined) return undefined;
    if (!part.startsWith(':')) {
      if (part !== found) return undefined;
    } else if (found === '') return undefined;
    else params[part.slice(1)] = found;
  }
  return params;
}

/** The path of a hash like `#/devices?x`; `/map` if there is none. */
export function pathOf(hash: string): string {
  const [path = ''] = hash.replace(/^#/, '').split('?');
  return path === '' || path === '/' ? '/map' : path;
}

/** The values after the `?` of a hash. */
export const queryOf = (hash: string): URLSearchParams => new URLSearchParams(hash.split('?').slice(1).join('?'));

/** The link to a path with its values. */
export const linkTo = (pattern: string, params: Readonly<Record<string, string>> = {}): string =>
  `#${pattern.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))}`;

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
