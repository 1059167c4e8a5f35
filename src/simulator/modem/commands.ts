import type { Messages } from './messages.js';
import type { ModemState } from './state.js';
import type { Voice } from './voice.js';

/** What a command does with what follows its name. */
export type Commands = Readonly<Record<string, (argument: string) => void>>;

/** A SIM has so many. */
export const allTries = 3;

type Parts = {
  readonly state: ModemState;
  readonly voice: Voice;
  readonly messages: Messages;
  readonly pin: string | undefined;
};

/** By what a command begins with; the first that fits is meant. Any other is an error, but for the empty one. */
export function createCommands({ state, voice, messages, pin }: Parts): Commands {
  const { line, answer, refuse } = voice;

  function enterPin(entered: string): void {
    if (state.tries > 0 && entered === pin) {
      state.tries = allTries;
      state.set.open = true;
      line('OK');
    } else {
      state.tries = Math.max(0, state.tries - 1);
      refuse('CME', state.tries === 0 ? 12 : 16);
    }
  }

  const taking = (set: (argument: string) => void) => (argument: string) => {
    set(argument);
    line('OK');
  };
  const nothing = (): void => undefined;

  return {
    '+CMGS=': messages.begin,
    '+CPIN?': () => {
      answer(`+CPIN: ${state.set.open ? 'READY' : state.tries === 0 ? 'SIM PUK' : 'SIM PIN'}`);
    },
    '+CPINR=': () => {
      answer(`+CPINR: SIM PIN,${state.tries},${allTries}`);
    },
    '+CPIN=': (argument) => {
      enterPin(argument.replaceAll('"', ''));
    },
    '+CREG?': () => {
      answer(`+CREG: ${state.set.telling ? 1 : 0},${state.registration}`);
    },
    '+CGREG?': () => {
      answer(`+CGREG: 0,${state.registration}`);
    },
    '+CEREG?': () => {
      refuse('CME', 100);
    },
    '+CSQ': () => {
      answer('+CSQ: 21,99');
    },
    '+COPS?': () => {
      answer(state.registration === 1 ? '+COPS: 0,0,"Simulated",7' : '+COPS: 0');
    },
    '+CSCA?': () => {
      answer(`+CSCA: "${state.centre}",145`);
    },
    '+CSCA=': taking((argument) => (state.centre = argument.split('"')[1] ?? '')),
    '+CMGF=': taking((argument) => (state.set.pduMode = argument === '0')),
    '+CMEE=': taking((argument) => (state.set.codes = argument === '1')),
    '+CNMI=': taking((argument) => (state.set.reports = argument.split(',')[3] === '1')),
    '+CREG=': taking((argument) => (state.set.telling = argument === '1')),
    '+CGREG=': taking(nothing),
    E: taking((argument) => (state.set.echo = argument !== '0')),
    '+CSMS=': () => {
      answer('+CSMS: 1,1,1');
    },
    '': (argument) => {
      line(argument === '' ? 'OK' : 'ERROR');
    },
  };
}
