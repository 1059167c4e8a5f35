type TokenContent = {
  readonly sub?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
  readonly remember?: unknown;
};

/** The content of a token; only the gateway can verify it. */
function contentOf(token: string): TokenContent {
  try {
    const claims = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    return JSON.parse(atob(claims)) as TokenContent;
  } catch {
    return {};
  }
}

/** The user id in a token. */
export function subjectOf(token: string): string | undefined {
  const { sub } = contentOf(token);
  return typeof sub === 'string' ? sub : undefined;
}

/** How long the token is valid from its issue on, ms; 0 if it does not have that. */
export function lifetimeOf(token: string): number {
  const { iat, exp } = contentOf(token);
  return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : 0;
}

/** The token belongs to a session that stays signed in. */
export const isRemembered = (token: string): boolean => contentOf(token).remember === true;
