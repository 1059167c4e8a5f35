import { pages } from '../pages/index.js';
import type { DashboardPage, PageProps } from '../pages/page.js';
import { matchPath } from './match.js';

/** The page of a path with the path's values; undefined for an unknown path. */
export function pageAt(path: string): (PageProps & { readonly page: DashboardPage }) | undefined {
  for (const page of pages) {
    for (const pattern of page.alias === undefined ? [page.path] : [page.path, page.alias]) {
      const params = matchPath(pattern, path);
      if (params !== undefined) return { page, params };
    }
  }
  return undefined;
}
