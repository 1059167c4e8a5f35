import { pages } from '../pages/index.js';
import type { DashboardPage, PageProps } from '../pages/page.js';
import { matchPath } from './match.js';

/** The page that a path names, with what of the path is handed in; undefined for one that names none. */
export function pageAt(path: string): (PageProps & { readonly page: DashboardPage }) | undefined {
  for (const page of pages) {
    for (const pattern of page.alias === undefined ? [page.path] : [page.path, page.alias]) {
      const params = matchPath(pattern, path);
      if (params !== undefined) return { page, params };
    }
  }
  return undefined;
}
