/** The id of the user that a token is for, as it says; the gateway alone can tell whether that is true. */
export function subjectOf(token: string): string | undefined {
  try {
    const claims = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { sub } = JSON.parse(atob(claims)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
