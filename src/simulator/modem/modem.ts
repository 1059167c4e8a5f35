import { allTries, createCommands } from './commands.js';
import { createMessages, type Messages } from './messages.js';
import { factorySettings, type ModemState } from './state.js';
import { createVoice } from './voice.js';

/** A GSM modem as 3GPP TS 27.005 and 27.007 have it, with a network that takes everything. */
export type SimulatedModem = Pick<Messages, 'report' | 'taken' | 'sentAsText'> & {
  /** what came over the line */
  readonly hear: (bytes: Uint8Array) => void;
  /** Says a line that nobody asked for. */
  readonly say: (line: string) => void;
  /** One fault for each SMS to come, in their order; undefined for none. */
  readonly fail: Messages['fail'];
  /** Says lines before the answer to every command from now on. */
  readonly interrupt: (...lines: readonly string[]) => void;
  /** Answers nothing, and does nothing. */
  readonly hang: (hangs: boolean) => void;
  /** Without power for a moment: all settings are those of the factory. */
  readonly reset: () => void;
  readonly register: (state: number) => void;
  /** commands heard, without their AT */
  readonly commands: readonly string[];
  readonly pinTries: () => number;
};

export type SimulatedModemOptions = Partial<Pick<ModemState, 'registration' | 'centre'>> & {
  readonly send: (text: string) => void;
  readonly pin?: string;
  readonly pinTries?: number;
  /** commands it does not know, without their AT */
  readonly lacks?: RegExp;
};

const endOfText = '\u001a';
const escape = '\u001b';
const most = 1_024;

export function createSimulatedModem(options: SimulatedModemOptions): SimulatedModem {
  const { send, pin, lacks, pinTries = allTries, registration = 1, centre = '+34609090909' } = options;
  const state: ModemState = { set: factorySettings(pin === undefined), tries: pinTries, registration, centre };
  const voice = createVoice(send, state);
  const messages = createMessages(voice, state);
  const does = createCommands({ state, voice, messages, pin });
  const commands: string[] = [];
  let interruptions: readonly string[] = [];
  let hangs = false;
  let typed = '';

  function obey(text: string): void {
    const command = /^at(.*)$/i.exec(text.trim())?.[1];
    if (command === undefined) return;
    commands.push(command);
    for (const interruption of interruptions) voice.line(interruption);
    if (lacks?.test(command) === true) {
      voice.refuse('CME', 100);
      return;
    }
    const name = Object.keys(does).find((begins) => command.startsWith(begins)) ?? '';
    does[name]?.(command.slice(name.length));
  }

  /** Of a text or a command, once it has come to its end. */
  function takeTyped(): string {
    const text = typed;
    typed = '';
    return text;
  }

  function hearText(character: string): void {
    if (character === endOfText) messages.finish(takeTyped());
    else if (character === escape) {
      takeTyped();
      messages.cancel();
      voice.line('OK');
    } else typed += character;
  }

  function hearCommand(character: string): void {
    if (state.set.echo && character !== escape) send(character);
    if (character === escape) takeTyped();
    else if (character === '\r') obey(takeTyped());
    else typed += character;
  }

  return {
    hear(bytes) {
      for (const character of Buffer.from(bytes).toString('latin1')) {
        if (hangs) return;
        if (messages.isAwaited()) hearText(character);
        else hearCommand(character);
        typed = typed.slice(-most);
      }
    },
    say: voice.line,
    fail: messages.fail,
    interrupt: (...lines) => (interruptions = lines),
    hang: (now) => (hangs = now),
    reset() {
      state.set = factorySettings(pin === undefined);
      messages.cancel();
      takeTyped();
    },
    register(next) {
      state.registration = next;
      if (state.set.telling) voice.line(`+CREG: ${next}`);
    },
    report: messages.report,
    taken: messages.taken,
    sentAsText: messages.sentAsText,
    commands,
    pinTries: () => state.tries,
  };
}
