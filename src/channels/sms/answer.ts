import type { Trouble } from '../trouble.js';

/** How a modem ended its answer, with the lines it said until then. */
export type Answer = { readonly lines: readonly string[] } & (
  | { readonly kind: 'ok' }
  | { readonly kind: 'prompt' }
  /** `code` is left out where the modem gave none */
  | { readonly kind: 'error'; readonly said: string; readonly code?: number }
  | { readonly kind: 'silent' }
  /** the port is gone */
  | { readonly kind: 'lost'; readonly reason: string }
);

export type Refusal = { readonly said: string; readonly code?: number };

/** The last line of an answer that is not OK (3GPP TS 27.005, 3.2.5; 27.007, 9.2); nothing for any other line. */
export function refusalOf(line: string): Refusal | undefined {
  if (line === 'ERROR') return { said: line };
  const code = /^\+CM[ES] ERROR: *(\d{1,4})$/.exec(line)?.[1];
  if (code !== undefined) return { said: line, code: Number(code) };
  return /^\+CM[ES] ERROR:/.test(line) ? { said: line.slice(0, 60) } : undefined;
}

/** What stands behind `prefix` in the first line that begins with it. */
export function valueIn(lines: readonly string[], prefix: string): string | undefined {
  return lines
    .find((line) => line.startsWith(prefix))
    ?.slice(prefix.length)
    .trim();
}

/** It did not say how its answer ends, and may say anything at any time. */
export const isGone = ({ kind }: Answer): boolean => kind === 'silent' || kind === 'lost';

/** For a reason: what the modem did in place of what was wanted. */
export function described(answer: Answer): string {
  switch (answer.kind) {
    case 'error':
      return `the modem said ${answer.said}`;
    case 'silent':
      return 'the modem does not answer';
    case 'lost':
      return answer.reason;
    case 'ok':
    case 'prompt':
      return 'the modem answered something else';
  }
}

/** What is amiss when a modem that was there does not do as it is asked. */
export const unanswered = (answer: Answer): Trouble => ({
  what: described(answer),
  remedy: 'take its power away for a moment, and check its cable',
});
