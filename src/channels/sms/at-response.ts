import type { Problem } from '../problem.js';

/** The end of a response, with the lines before it. */
export type AtResponse = { readonly lines: readonly string[] } & (
  | { readonly kind: 'ok' }
  | { readonly kind: 'prompt' }
  | ({ readonly kind: 'error' } & AtError)
  | { readonly kind: 'silent' }
  /** the port is gone */
  | { readonly kind: 'lost'; readonly reason: string }
);

export type AtError = {
  readonly text: string;
  /** omitted if the modem sent none */
  readonly code?: number;
  /** the code is one of the equipment (+CME ERROR), whose numbers differ from those of messages (+CMS ERROR) */
  readonly isEquipment?: true;
};

/** Reads a final line that is an error (3GPP TS 27.005, 3.2.5; 27.007, 9.2); undefined for other lines. */
export function atErrorOf(line: string): AtError | undefined {
  if (line === 'ERROR') return { text: line };
  const [, family, code] = /^\+CM([ES]) ERROR: *(?:(\d{1,4}) *$)?/.exec(line) ?? [];
  if (family === undefined) return undefined;
  const equipment = family === 'E' ? ({ isEquipment: true } as const) : {};
  return { text: line.slice(0, 60), ...(code !== undefined && { code: Number(code) }), ...equipment };
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
