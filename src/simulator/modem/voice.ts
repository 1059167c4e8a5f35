import type { ModemState } from './state.js';

/** How a modem says things. */
export type Voice = {
  /** characters as they are */
  readonly send: (text: string) => void;
  readonly line: (text: string) => void;
  /** a line, and that this was all */
  readonly answer: (text: string) => void;
  readonly refuse: (family: 'CME' | 'CMS', code: number) => void;
};

export function createVoice(send: (text: string) => void, state: ModemState): Voice {
  const line = (text: string): void => {
    send(`\r\n${text}\r\n`);
  };
  return {
    send,
    line,
    answer(text) {
      line(text);
      line('OK');
    },
    refuse(family, code) {
      line(state.set.codes ? `+${family} ERROR: ${code}` : 'ERROR');
    },
  };
}
