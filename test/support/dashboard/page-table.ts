/** A row of the dashboard's table of pages. */
type PageRow = { readonly name: string; readonly path: string };

/** The pages of the dashboard with their paths; `params`: the values of the `:name` parts. */
export async function pagePaths(params: Readonly<Record<string, string>>): Promise<readonly PageRow[]> {
  const module: unknown = await import(new URL('../../../src/web/pages/index.js', import.meta.url).href);
  return rowsOf(module).map(({ name, path }) => ({ name, path: fill(path, params) }));
}

function rowsOf(module: unknown): readonly PageRow[] {
  const rows = typeof module === 'object' && module !== null && 'pages' in module ? module.pages : undefined;
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error('src/web/pages/index.ts has no table of pages');
  return rows;
}

const isRow = (row: unknown): row is PageRow =>
  typeof row === 'object' &&
  row !== null &&
  'name' in row &&
  typeof row.name === 'string' &&
  'path' in row &&
  typeof row.path === 'string';

const fill = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path}: give the depot of the tests a value of ${name}`);
    return encodeURIComponent(value);
  });
