import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The anchor of a heading: lower-case letters and digits, `-` for each space. */
const nameOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const headingsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => nameOf(heading));

/** Links of a page to files or headings of this checkout that do not exist. */
export function deadLinks(page: string): readonly string[] {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  return links.flatMap(([, path = '', heading]) => {
    const file = path === '' ? page : join(page, '..', path);
    const isThere = existsSync(file) && (heading === undefined || headingsOf(file).includes(heading));
    return isThere ? [] : [`${path}${heading === undefined ? '' : `#${heading}`}`];
  });
}
