import type { Problem } from '../problem.js';

/** The end of a response, with the lines before it. */
export type AtResponse = { readonly lines: readonly string[] } & (
  | { readonly kind: 'ok' }
  | { readonly kind: 'prompt' }
  /** `code` is omitted if the modem sent none */
  | { readonly kind: 'error'; readonly text: string; readonly code?: number }
  | { readonly kind: 'silent' }
  /** the port is gone */
  | { readonly kind: 'lost'; readonly reason: string }
);

export type AtError = { readonly text: string; readonly code?: number };

/** Reads a final line that is an error (3GPP TS 27.005, 3.2.5; 27.007, 9.2); undefined for other lines. */
export function atErrorOf(line: string): AtError | undefined {
  if (line === 'ERROR') return { text: line };
  const code = /^\+CM[ES] ERROR: *(\d{1,4})$/.exec(line)?.[1];
  if (code !== undefined) return { text: line, code: Number(code) };
  return /^\+CM[ES] ERROR:/.test(line) ? { text: line.slice(0, 60) } : undefined;
}

/** The rest of the first line that starts with `prefix`. */
export function valueIn(lines: readonly string[], prefix: string): string | undefined {
  return lines
    .find((line) => line.startsWith(prefix))
    ?.slice(prefix.length)
    .trim();
}

/** The response has no end: more of it may arrive at any time. */
export const isUnresponsive = ({ kind }: AtResponse): boolean => kind === 'silent' || kind === 'lost';

/** For error messages: what the modem did instead. */
export function describeResponse(response: AtResponse): string {
  switch (response.kind) {
    case 'error':
      return `the modem replied ${response.text}`;
    case 'silent':
      return 'the modem does not respond';
    case 'lost':
      return response.reason;
    case 'ok':
    case 'prompt':
      return 'the modem sent an unexpected response';
  }
}

/** The problem of a modem that responded before and now does not. */
export const unresponsiveProblem = (response: AtResponse): Problem => ({
  what: describeResponse(response),
  remedy: 'switch its power off and on, and check its cable',
});
