import type { SimulatedMessages } from './messages.js';
import type { ModemState } from './state.js';
import type { ModemReplies } from './replies.js';

/** The handlers of AT commands by prefix, called with the rest of the command. */
export type ModemCommands = Readonly<Record<string, (argument: string) => void>>;

/** of a SIM */
export const MAX_PIN_ATTEMPTS = 3;

/** What programs such as gammu ask for before anything else (3GPP TS 27.007, 5.1 to 5.5); the IMEI is that of the standard's test. */
const IDENTITY = {
  '+CGMI': 'Waypost',
  '+CGMM': 'Simulated modem',
  '+CGMR': '1.0',
  '+CGSN': '490154203237518',
  '+CIMI': '001010123456789',
} as const;

const identity = (reply: ModemReplies['replyOk']): ModemCommands =>
  Object.fromEntries(
    Object.entries(IDENTITY).map(([command, value]) => [
      command,
      () => {
        reply(value);
      },
    ]),
  );

type ModemCommandsOptions = {
  readonly state: ModemState;
  readonly replies: ModemReplies;
  readonly messages: SimulatedMessages;
  readonly pin: string | undefined;
};

/** The first matching prefix counts. An unknown command is an error; the empty command is not. */
export function createModemCommands({ state, replies, messages, pin }: ModemCommandsOptions): ModemCommands {
  const { line, replyOk, replyError } = replies;

  function enterPin(entered: string): void {
    if (state.pinAttempts > 0 && entered === pin) {
      state.pinAttempts = MAX_PIN_ATTEMPTS;
      state.settings.simOpen = true;
      line('OK');
    } else {
      state.pinAttempts = Math.max(0, state.pinAttempts - 1);
      replyError('CME', state.pinAttempts === 0 ? 12 : 16);
    }
  }

  const setting = (set: (argument: string) => void) => (argument: string) => {
    set(argument);
    line('OK');
  };
  const ignore = (): void => undefined;

  return {
    '+CMGS=': messages.start,
    '+CPIN?': () => {
      replyOk(`+CPIN: ${state.settings.simOpen ? 'READY' : state.pinAttempts === 0 ? 'SIM PUK' : 'SIM PIN'}`);
    },
    '+CPINR=': () => {
      replyOk(`+CPINR: SIM PIN,${state.pinAttempts},${MAX_PIN_ATTEMPTS}`);
    },
    '+CPIN=': (argument) => {
      enterPin(argument.replaceAll('"', ''));
    },
    ...identity(replyOk),
    '+CREG?': () => {
      replyOk(`+CREG: ${state.settings.reportsRegistration ? 1 : 0},${state.registration}`);
    },
    '+CGREG?': () => {
      replyOk(`+CGREG: 0,${state.registration}`);
    },
    '+CEREG?': () => {
      replyError('CME', 100);
    },
    '+CSQ': () => {
      replyOk('+CSQ: 21,99');
    },
    '+COPS?': () => {
      replyOk(state.registration === 1 ? '+COPS: 0,0,"Simulated",7' : '+COPS: 0');
    },
    '+CSCA?': () => {
      replyOk(`+CSCA: "${state.center}",145`);
    },
    '+CSCA=': setting((argument) => (state.center = argument.split('"')[1] ?? '')),
    '+CMGF=': setting((argument) => (state.settings.pduMode = argument === '0')),
    '+CMEE=': setting((argument) => (state.settings.errorCodes = argument === '1')),
    '+CNMI=': setting((argument) => (state.settings.reports = argument.split(',')[3] === '1')),
    '+CREG=': setting((argument) => (state.settings.reportsRegistration = argument === '1')),
    '+CGREG=': setting(ignore),
    // Full functionality; nothing else is simulated.
    '+CFUN=1': setting(ignore),
    E: setting((argument) => (state.settings.echo = argument !== '0')),
    '+CSMS=': () => {
      replyOk('+CSMS: 1,1,1');
    },
    '': (argument) => {
      line(argument === '' ? 'OK' : 'ERROR');
    },
  };
}
