import { MAX_PIN_ATTEMPTS, createModemCommands } from './commands.js';
import { createSimulatedMessages, type SimulatedMessages } from './messages.js';
import { factorySettings, type ModemState } from './state.js';
import { createModemReplies } from './replies.js';

/** A GSM modem as 3GPP TS 27.005 and 27.007 have it, with a network that takes everything. */
export type SimulatedModem = Pick<SimulatedMessages, 'report' | 'taken' | 'sentAsText'> & {
  /** what came over the line */
  readonly onData: (bytes: Uint8Array) => void;
  /** Says a line that nobody asked for. */
  readonly sendLine: (line: string) => void;
  /** One fault for each SMS to come, in their order; undefined for none. */
  readonly fail: SimulatedMessages['fail'];
  /** Says lines before the answer to every command from now on. */
  readonly interrupt: (...lines: readonly string[]) => void;
  /** Answers nothing, and does nothing. */
  readonly hang: (hangs: boolean) => void;
  /** Without power for a moment: all settings are those of the factory. */
  readonly reset: () => void;
  readonly register: (state: number) => void;
  /** commands heard, without their AT */
  readonly commands: readonly string[];
  readonly pinAttempts: () => number;
};

export type SimulatedModemOptions = Partial<Pick<ModemState, 'registration' | 'center'>> & {
  readonly send: (text: string) => void;
  readonly pin?: string;
  readonly pinAttempts?: number;
  /** commands it does not know, without their AT */
  readonly lacks?: RegExp;
};

const END_OF_TEXT = '\u001a';
const ESCAPE = '\u001b';
const MAX_INPUT = 1_024;

export function createSimulatedModem(options: SimulatedModemOptions): SimulatedModem {
  const { send, pin, lacks, pinAttempts = MAX_PIN_ATTEMPTS, registration = 1, center = '+34609090909' } = options;
  const state: ModemState = {
    settings: factorySettings(pin === undefined),
    pinAttempts: pinAttempts,
    registration,
    center,
  };
  const replies = createModemReplies(send, state);
  const messages = createSimulatedMessages(replies, state);
  const handlers = createModemCommands({ state, replies, messages, pin });
  const commands: string[] = [];
  let interruptions: readonly string[] = [];
  let hangs = false;
  let input = '';

  function execute(text: string): void {
    const command = /^at(.*)$/i.exec(text.trim())?.[1];
    if (command === undefined) return;
    commands.push(command);
    for (const interruption of interruptions) replies.line(interruption);
    if (lacks?.test(command) === true) {
      replies.replyError('CME', 100);
      return;
    }
    const name = Object.keys(handlers).find((begins) => command.startsWith(begins)) ?? '';
    handlers[name]?.(command.slice(name.length));
  }

  /** Of a text or a command, once it has come to its end. */
  function takeInput(): string {
    const text = input;
    input = '';
    return text;
  }

  function onTextCharacter(character: string): void {
    if (character === END_OF_TEXT) messages.finish(takeInput());
    else if (character === ESCAPE) {
      takeInput();
      messages.cancel();
      replies.line('OK');
    } else input += character;
  }

  function onCommandCharacter(character: string): void {
    if (state.settings.echo && character !== ESCAPE) send(character);
    if (character === ESCAPE) takeInput();
    else if (character === '\r') execute(takeInput());
    else input += character;
  }

  return {
    onData(bytes) {
      for (const character of Buffer.from(bytes).toString('latin1')) {
        if (hangs) return;
        if (messages.isAwaited()) onTextCharacter(character);
        else onCommandCharacter(character);
        input = input.slice(-MAX_INPUT);
      }
    },
    sendLine: replies.line,
    fail: messages.fail,
    interrupt: (...lines) => (interruptions = lines),
    hang: (now) => (hangs = now),
    reset() {
      state.settings = factorySettings(pin === undefined);
      messages.cancel();
      takeInput();
    },
    register(next) {
      state.registration = next;
      if (state.settings.reportsRegistration) replies.line(`+CREG: ${next}`);
    },
    report: messages.report,
    taken: messages.taken,
    sentAsText: messages.sentAsText,
    commands,
    pinAttempts: () => state.pinAttempts,
  };
}
