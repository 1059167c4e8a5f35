import { MAX_PIN_ATTEMPTS, createModemCommands } from './commands.js';
import { createSimulatedMessages, type SimulatedMessages } from './messages.js';
import { factorySettings, type ModemState } from './state.js';
import { createModemReplies, type ModemReplies } from './replies.js';

/** A GSM modem (3GPP TS 27.005 and 27.007) in a network that accepts all messages. */
export type SimulatedModem = Pick<SimulatedMessages, 'report' | 'taken' | 'sentAsText'> & {
  /** Takes bytes from the port. */
  readonly onData: (bytes: Uint8Array) => void;
  /** Sends an unsolicited line. */
  readonly sendLine: (line: string) => void;
  /** Sets one fault for each of the next SMS, in order; undefined for none. */
  readonly fail: SimulatedMessages['fail'];
  /** Sends these lines before the reply to each further command. */
  readonly interrupt: (...lines: readonly string[]) => void;
  /** While hung, the modem does nothing. */
  readonly hang: (isHung: boolean) => void;
  /** Resets all settings, like a short power failure. */
  readonly reset: () => void;
  readonly register: (state: number) => void;
  /** received commands, without AT */
  readonly commands: readonly string[];
  readonly pinAttempts: () => number;
};

export type SimulatedModemOptions = Partial<Pick<ModemState, 'registration' | 'center' | 'pinAttempts'>> & {
  readonly send: (text: string) => void;
  readonly pin?: string;
  /** unsupported commands, without AT */
  readonly lacks?: RegExp;
};

export function createSimulatedModem(options: SimulatedModemOptions): SimulatedModem {
  const { send, pin, lacks, pinAttempts = MAX_PIN_ATTEMPTS, registration = 1, center = '+34609090909' } = options;
  const state: ModemState = { settings: factorySettings(pin === undefined), pinAttempts, registration, center };
  const replies = createModemReplies(send, state);
  const messages = createSimulatedMessages(replies, state);
  const handlers = createModemCommands({ state, replies, messages, pin });
  const commands: string[] = [];
  let interruptions: readonly string[] = [];
  let isHung = false;

  function execute(text: string): void {
    const command = /^at(.*)$/i.exec(text.trim())?.[1];
    if (command === undefined) return;
    commands.push(command);
    for (const interruption of interruptions) replies.line(interruption);
    if (lacks?.test(command) === true) {
      replies.replyError('CME', 100);
      return;
    }
    const name = Object.keys(handlers).find((prefix) => command.startsWith(prefix)) ?? '';
    handlers[name]?.(command.slice(name.length));
  }

  const input = createModemInput({ state, replies, messages, execute });
  return {
    onData(bytes) {
      for (const character of Buffer.from(bytes).toString('latin1')) {
        if (isHung) return;
        input.onCharacter(character);
      }
    },
    sendLine: replies.line,
    fail: messages.fail,
    interrupt: (...lines) => (interruptions = lines),
    hang: (hangs) => (isHung = hangs),
    reset() {
      state.settings = factorySettings(pin === undefined);
      messages.cancel();
      input.clear();
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

const END_OF_TEXT = '\u001a';
const ESCAPE = '\u001b';
const MAX_INPUT = 1_024;

type ModemInputOptions = {
  readonly state: ModemState;
  readonly replies: ModemReplies;
  readonly messages: SimulatedMessages;
  readonly execute: (command: string) => void;
};

/** Assembles commands and message texts from characters. */
function createModemInput({ state, replies, messages, execute }: ModemInputOptions) {
  let input = '';

  function take(): string {
    const text = input;
    input = '';
    return text;
  }

  function onTextCharacter(character: string): void {
    if (character === END_OF_TEXT) messages.finish(take());
    else if (character === ESCAPE) {
      take();
      messages.cancel();
      replies.line('OK');
    } else input += character;
  }

  function onCommandCharacter(character: string): void {
    if (state.settings.echo && character !== ESCAPE) replies.send(character);
    if (character === ESCAPE) take();
    else if (character === '\r') execute(take());
    else input += character;
  }

  return {
    onCharacter(character: string): void {
      if (messages.isAwaited()) onTextCharacter(character);
      else onCommandCharacter(character);
      input = input.slice(-MAX_INPUT);
    },
    clear: (): void => void take(),
  };
}
