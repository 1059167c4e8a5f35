import { messageOf } from '../../errors.js';
import type { Port } from '../../serial/transport/port-types.js';
import type { Timers } from '../../time/clock.js';
import { atErrorOf, type AtResponse } from './at-response.js';
import { createAtLexer } from './at-lexer.js';

/** Sends AT commands to a modem over one open port, one at a time. Nothing rejects. */
export type AtClient = {
  onData: (chunk: Uint8Array) => void;
  /** Sends a command and resolves with the response; `silent` if it has not ended within `timeoutMs`. */
  ask: (command: string, timeoutMs?: number) => Promise<AtResponse>;
  /** The same for a command after which the modem prompts for a text. */
  askForPrompt: (command: string, timeoutMs: number) => Promise<AtResponse>;
  /** Sends text that is not a command. */
  give: (text: string, timeoutMs: number) => Promise<AtResponse>;
  /** Resolves after `ms`, or when the client ends. */
  pause: (ms: number) => Promise<void>;
  /** The pending command and all later ones resolve as `lost`. */
  end: (reason: string) => void;
};

type AtClientOptions = {
  readonly port: Port;
  readonly timers: Timers;
  /** called for every line, including those of a response: a modem sends unsolicited results at any time */
  readonly onLine: (line: string) => void;
};

type PendingCommand = {
  readonly lines: string[];
  readonly expectsPrompt: boolean;
  readonly settle: (response: AtResponse) => void;
};

const DEFAULT_TIMEOUT_MS = 5_000;
/** Responses have few lines; more are unsolicited results. */
const MAX_LINES = 32;

export function createAtClient({ port, timers, onLine }: AtClientOptions): AtClient {
  const lexer = createAtLexer();
  let pending: PendingCommand | undefined;
  let endReason: string | undefined;
  let endPause = (): void => undefined;

  function transmit(text: string, timeoutMs: number, expectsPrompt: boolean): Promise<AtResponse> {
    if (endReason !== undefined) return Promise.resolve({ kind: 'lost', reason: endReason, lines: [] });
    return new Promise((resolve) => {
      const lines: string[] = [];
      const command: PendingCommand = {
        lines,
        expectsPrompt,
        settle(response) {
          if (pending !== command) return;
          pending = undefined;
          cancel();
          resolve(response);
        },
      };
      pending = command;
      const cancel = timers.after(timeoutMs, () => {
        command.settle({ kind: 'silent', lines });
      });
      port.write(text).catch((error: unknown) => {
        command.settle({ kind: 'lost', reason: messageOf(error), lines });
      });
    });
  }

  function processLine(line: string): void {
    onLine(line);
    if (pending === undefined) return;
    const { lines, settle } = pending;
    const atError = atErrorOf(line);
    if (line === 'OK') settle({ kind: 'ok', lines });
    else if (atError !== undefined) settle({ kind: 'error', ...atError, lines });
    else if (lines.length < MAX_LINES) lines.push(line);
  }

  return {
    onData(chunk) {
      for (const token of lexer.push(chunk)) {
        if (token.kind === 'line') processLine(token.text);
        else if (pending?.expectsPrompt === true) pending.settle({ kind: 'prompt', lines: pending.lines });
      }
    },
    ask: (command, ms = DEFAULT_TIMEOUT_MS) => transmit(`${command}\r`, ms, false),
    askForPrompt: (command, ms) => transmit(`${command}\r`, ms, true),
    give: (text, ms) => transmit(text, ms, false),
    pause(ms) {
      if (endReason !== undefined) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = timers.after(ms, resolve);
        endPause = () => {
          cancel();
          resolve();
        };
      });
    },
    end(reason) {
      endReason ??= reason;
      pending?.settle({ kind: 'lost', reason: endReason, lines: pending.lines });
      endPause();
    },
  };
}
