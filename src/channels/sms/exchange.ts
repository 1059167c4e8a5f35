import { messageOf } from '../../errors.js';
import type { Port } from '../../serial/port.js';
import type { Timers } from '../../serial/timers.js';
import { refusalOf, type Answer } from './answer.js';
import { createModemReader } from './reader.js';

/** Talking with a modem over one open port: one thing is asked at a time. Nothing rejects. */
export type Exchange = {
  hear: (chunk: Uint8Array) => void;
  /** Sends a command, and resolves with its answer; silent when the answer has no end within `ms`. */
  ask: (command: string, ms?: number) => Promise<Answer>;
  /** The same of a command after which the modem waits for a text. */
  askForPrompt: (command: string, ms: number) => Promise<Answer>;
  /** Sends what is no command. */
  give: (text: string, ms: number) => Promise<Answer>;
  /** Lets `ms` go by, or less when the exchange ends. */
  pause: (ms: number) => Promise<void>;
  /** Whatever is asked, now or later, is answered: lost. */
  end: (reason: string) => void;
};

type Parts = {
  readonly port: Port;
  readonly timers: Timers;
  /** hears every line, those of an answer too: a modem says what it knows at any time */
  readonly onLine: (line: string) => void;
};

type Waiting = { readonly lines: string[]; readonly wantsPrompt: boolean; readonly settle: (answer: Answer) => void };

const usualMs = 5_000;
/** An answer has a handful of lines; what else is said meanwhile is not kept. */
const mostLines = 32;

export function createExchange({ port, timers, onLine }: Parts): Exchange {
  const reader = createModemReader();
  let waiting: Waiting | undefined;
  let ended: string | undefined;
  let endPause = (): void => undefined;

  function exchange(text: string, ms: number, wantsPrompt: boolean): Promise<Answer> {
    if (ended !== undefined) return Promise.resolve({ kind: 'lost', reason: ended, lines: [] });
    return new Promise((resolve) => {
      const lines: string[] = [];
      const own: Waiting = {
        lines,
        wantsPrompt,
        settle(answer) {
          if (waiting !== own) return;
          waiting = undefined;
          cancel();
          resolve(answer);
        },
      };
      waiting = own;
      const cancel = timers.after(ms, () => {
        own.settle({ kind: 'silent', lines });
      });
      port.write(text).catch((error: unknown) => {
        own.settle({ kind: 'lost', reason: messageOf(error), lines });
      });
    });
  }

  function hearLine(line: string): void {
    onLine(line);
    if (waiting === undefined) return;
    const { lines, settle } = waiting;
    const refusal = refusalOf(line);
    if (line === 'OK') settle({ kind: 'ok', lines });
    else if (refusal !== undefined) settle({ kind: 'error', ...refusal, lines });
    else if (lines.length < mostLines) lines.push(line);
  }

  return {
    hear(chunk) {
      for (const said of reader.push(chunk)) {
        if (said.kind === 'line') hearLine(said.text);
        else if (waiting?.wantsPrompt === true) waiting.settle({ kind: 'prompt', lines: waiting.lines });
      }
    },
    ask: (command, ms = usualMs) => exchange(`${command}\r`, ms, false),
    askForPrompt: (command, ms) => exchange(`${command}\r`, ms, true),
    give: (text, ms) => exchange(text, ms, false),
    pause(ms) {
      if (ended !== undefined) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = timers.after(ms, resolve);
        endPause = () => {
          cancel();
          resolve();
        };
      });
    },
    end(reason) {
      ended ??= reason;
      waiting?.settle({ kind: 'lost', reason: ended, lines: waiting.lines });
      endPause();
    },
  };
}
