import type { Problem } from '../problem.js';

/** How a modem ended its answer, with the lines it said until then. */
export type AtResponse = { readonly lines: readonly string[] } & (
  | { readonly kind: 'ok' }
  | { readonly kind: 'prompt' }
  /** `code` is left out where the modem gave none */
  | { readonly kind: 'error'; readonly text: string; readonly code?: number }
  | { readonly kind: 'silent' }
  /** the port is gone */
  | { readonly kind: 'lost'; readonly reason: string }
);

export type AtError = { readonly text: string; readonly code?: number };

/** The last line of an answer that is not OK (3GPP TS 27.005, 3.2.5; 27.007, 9.2); nothing for any other line. */
export function atErrorOf(line: string): AtError | undefined {
  if (line === 'ERROR') return { text: line };
  const code = /^\+CM[ES] ERROR: *(\d{1,4})$/.exec(line)?.[1];
  if (code !== undefined) return { text: line, code: Number(code) };
  return /^\+CM[ES] ERROR:/.test(line) ? { text: line.slice(0, 60) } : undefined;
}

/** What stands behind `prefix` in the first line that begins with it. */
export function valueIn(lines: readonly string[], prefix: string): string | undefined {
  return lines
    .find((line) => line.startsWith(prefix))
    ?.slice(prefix.length)
    .trim();
}

/** It did not say how its answer ends, and may say anything at any time. */
export const isUnresponsive = ({ kind }: AtResponse): boolean => kind === 'silent' || kind === 'lost';

/** For a reason: what the modem did in place of what was wanted. */
export function describeResponse(response: AtResponse): string {
  switch (response.kind) {
    case 'error':
      return `the modem said ${response.text}`;
    case 'silent':
      return 'the modem does not answer';
    case 'lost':
      return response.reason;
    case 'ok':
    case 'prompt':
      return 'the modem answered something else';
  }
}

/** What is amiss when a modem that was there does not do as it is asked. */
export const unresponsiveProblem = (response: AtResponse): Problem => ({
  what: describeResponse(response),
  remedy: 'take its power away for a moment, and check its cable',
});
