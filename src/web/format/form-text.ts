/** The exact text of a form field; empty if there is no such field. */
export function readRawText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** The text of a form field without surrounding spaces; empty if there is no such field. */
export const readText = (data: FormData, name: string): string => readRawText(data, name).trim();

/** The same, but null instead of an empty text. */
export function readTextOrNull(data: FormData, name: string): string | null {
  const text = readText(data, name);
  return text === '' ? null : text;
}
