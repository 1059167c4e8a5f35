/** The data of a form with these fields; a list gives a field several values. */
export function formData(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const data = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of typeof values === 'string' ? [values] : values) data.append(name, value);
  }
  return data;
}
