import type { Problem } from '../problem.js';

/** What a modem says of itself, asked or not. */
export type ModemStatusTracker = {
  onLine: (line: string) => void;
  /** Nothing is known any more. */
  reset: () => void;
  view: () => RadioStatus;
};

export type RadioStatus = {
  readonly registered: boolean;
  readonly operator?: string;
  /** dBm */
  readonly signal: number | null;
  /** why it can not send; null when it can */
  readonly problem: Problem | null;
};

/** Stations a modem can be registered with, at home or away; 6 and 7 are for SMS alone (3GPP TS 27.007, 7.2). */
const REGISTERED_STATES = new Set(['1', '5', '6', '7']);
const DENIED_STATE = '3';

export function createModemStatusTracker(): ModemStatusTracker {
  /** by the kind of network: circuits, packets, LTE */
  const registrations = new Map<string, string>();
  let operator: string | undefined;
  let signal: number | null = null;

  function registrationProblem(): Problem | null {
    const states = [...registrations.values()];
    if (states.some((state) => REGISTERED_STATES.has(state))) return null;
    return states.includes(DENIED_STATE)
      ? { what: 'the network refuses this SIM', remedy: 'ask the operator whether it is active' }
      : { what: 'the modem is not registered in a network yet', remedy: 'check the antenna if this lasts' };
  }

  return {
    onLine(line) {
      const [, network, state] = /^\+C(G|E)?REG: *(?:\d,)?(\d)(?:,"|$)/.exec(line) ?? [];
      if (state !== undefined) registrations.set(network ?? '', state);
      const strength = /^\+CSQ: *(\d{1,2})/.exec(line)?.[1];
      // 113 dBm below a milliwatt and up by 2 a step; 99 is: not known.
      if (strength !== undefined) signal = Number(strength) > 31 ? null : 2 * Number(strength) - 113;
      const named = /^\+COPS: *\d(?:,\d,"([^"]{1,40})")?/.exec(line);
      if (named !== null) operator = named[1];
    },
    reset() {
      registrations.clear();
      operator = undefined;
      signal = null;
    },
    view() {
      const problem = registrationProblem();
      return { registered: problem === null, ...(operator !== undefined && { operator }), signal, problem };
    },
  };
}
