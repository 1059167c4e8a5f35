/** What is in a field of a form, without the spaces around it; empty when there is no such field. */
export function readText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The same, null when nothing is in it. */
export function readTextOrNull(data: FormData, name: string): string | null {
  const text = readText(data, name);
  return text === '' ? null : text;
}
