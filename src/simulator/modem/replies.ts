import type { ModemState } from './state.js';

/** The output of a modem. */
export type ModemReplies = {
  /** Sends characters unchanged. */
  readonly send: (text: string) => void;
  readonly line: (text: string) => void;
  /** Sends a line and OK. */
  readonly replyOk: (text: string) => void;
  readonly replyError: (family: 'CME' | 'CMS', code: number) => void;
};

export function createModemReplies(send: (text: string) => void, state: ModemState): ModemReplies {
  const line = (text: string): void => {
    send(`\r\n${text}\r\n`);
  };
  return {
    send,
    line,
    replyOk(text) {
      line(text);
      line('OK');
    },
    replyError(family, code) {
      line(state.settings.errorCodes ? `+${family} ERROR: ${code}` : 'ERROR');
    },
  };
}
