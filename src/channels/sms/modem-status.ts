import type { Problem } from '../problem.js';

/** Follows the status that a modem reports, solicited or not. */
export type ModemStatusTracker = {
  onLine: (line: string) => void;
  /** Forgets everything. */
  reset: () => void;
  view: () => RadioStatus;
};

export type RadioStatus = {
  readonly registered: boolean;
  readonly operator?: string;
  /** dBm */
  readonly signal: number | null;
  /** why it cannot send; null: it can */
  readonly problem: Problem | null;
};

/** Registered, home or roaming; 6 and 7: for SMS only (3GPP TS 27.007, 7.2). */
const REGISTERED_STATES = new Set(['1', '5', '6', '7']);
const DENIED_STATE = '3';

export function createModemStatusTracker(): ModemStatusTracker {
  /** registration states by network: circuit-switched, packet-switched, LTE */
  const registrations = new Map<string, string>();
  let operator: string | undefined;
  let signal: number | null = null;

  function registrationProblem(): Problem | null {
    const states = [...registrations.values()];
    if (states.some((state) => REGISTERED_STATES.has(state))) return null;
    return states.includes(DENIED_STATE)
      ? { what: 'the network rejects the SIM', remedy: 'ask the operator whether it is active' }
      : { what: 'the modem is not registered with a network yet', remedy: 'check the antenna if this lasts' };
  }

  return {
    onLine(line) {
      const [, network, state] = /^\+C(G|E)?REG: *(?:\d,)?(\d)(?:,"|$)/.exec(line) ?? [];
      if (state !== undefined) registrations.set(network ?? '', state);
      const strength = /^\+CSQ: *(\d{1,2})/.exec(line)?.[1];
      // 0 is -113 dBm, each step is 2 dB; 99: unknown.
      if (strength !== undefined) signal = Number(strength) > 31 ? null : 2 * Number(strength) - 113;
      const selected = /^\+COPS: *\d(?:,\d,"([^"]{1,40})")?/.exec(line);
      if (selected !== null) operator = selected[1];
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
