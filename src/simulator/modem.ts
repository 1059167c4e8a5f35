import { readSubmit, writeStatusReport, type SubmittedSms } from './sms-pdu.js';

/** What goes wrong with the next SMS. */
export type ModemFault =
  | { readonly kind: 'refuse'; readonly at: 'command' | 'text'; readonly code: number | 'none' }
  | { readonly kind: 'no-prompt' }
  /** takes the SMS, and says nothing */
  | { readonly kind: 'silent' }
  /** takes the SMS, says its reference, and nothing more */
  | { readonly kind: 'no-ok' }
  /** what happens in place of an answer, once the text is there */
  | { readonly kind: 'instead'; readonly run: () => void };

export type TakenSms = SubmittedSms & { readonly reference: number };

/** A GSM modem as 3GPP TS 27.005 and 27.007 have it, with a network that takes everything. */
export type SimulatedModem = {
  /** what came over the line */
  readonly hear: (bytes: Uint8Array) => void;
  /** Says a line that nobody asked for. */
  readonly say: (line: string) => void;
  /** One fault for each SMS to come, in their order; undefined for none. */
  readonly fail: (...faults: readonly (ModemFault | undefined)[]) => void;
  /** Says lines before the answer to every command from now on. */
  readonly interrupt: (...lines: readonly string[]) => void;
  /** Answers nothing, and does nothing. */
  readonly hang: (hangs: boolean) => void;
  /** Without power for a moment: all settings are those of the factory. */
  readonly reset: () => void;
  readonly register: (state: number) => void;
  /** The network tells what became of an SMS. */
  readonly report: (sms: TakenSms, status: number) => void;
  /** SMS that the network took. */
  readonly taken: readonly TakenSms[];
  /** Numbers that PDUs were sent to as if they were texts: to be empty. */
  readonly sentAsText: readonly string[];
  /** commands heard, without their AT */
  readonly commands: readonly string[];
  readonly pinTries: () => number;
};

export type SimulatedModemOptions = {
  readonly send: (text: string) => void;
  readonly pin?: string;
  readonly pinTries?: number;
  /** +CREG's word: 1 is at home, 2 searches */
  readonly registration?: number;
  /** commands it does not know, without their AT */
  readonly lacks?: RegExp;
};

const allTries = 3;
const endOfText = '\u001a';
const escape = '\u001b';
const most = 1_024;

export function createSimulatedModem(options: SimulatedModemOptions): SimulatedModem {
  const { send, pin, lacks } = options;
  const taken: TakenSms[] = [];
  const sentAsText: string[] = [];
  const commands: string[] = [];
  const faults: (ModemFault | undefined)[] = [];
  let interruptions: readonly string[] = [];
  let tries = options.pinTries ?? allTries;
  let registration = options.registration ?? 1;
  let hangs = false;
  let reference = 0;
  let typed = '';

  const factory = () => ({
    echo: true,
    pduMode: false,
    codes: false,
    reports: false,
    telling: false,
    open: pin === undefined,
  });
  let set = factory();
  /** what +CMGS was given, while the text is awaited */
  let awaited: { readonly argument: string; readonly fault: ModemFault | undefined } | undefined;

  const line = (text: string): void => {
    send(`\r\n${text}\r\n`);
  };
  const refuse = (family: 'CME' | 'CMS', code: number): void => {
    line(set.codes ? `+${family} ERROR: ${code}` : 'ERROR');
  };
  const answer = (text: string): void => {
    line(text);
    line('OK');
  };

  function enterPin(entered: string): void {
    if (tries > 0 && entered === pin) {
      tries = allTries;
      set.open = true;
      line('OK');
    } else {
      tries = Math.max(0, tries - 1);
      refuse('CME', tries === 0 ? 12 : 16);
    }
  }

  function begin(argument: string): void {
    const fault = faults.shift();
    if (!set.open) refuse('CMS', 311);
    else if (fault?.kind === 'refuse' && fault.at === 'command') refuseSms(fault.code);
    else if (fault?.kind !== 'no-prompt') {
      awaited = { argument, fault };
      send('\r\n> ');
    }
  }

  function refuseSms(code: number | 'none'): void {
    if (code === 'none') line('ERROR');
    else line(`+CMS ERROR: ${code}`);
  }

  function finish(text: string): void {
    const { argument = '', fault } = awaited ?? {};
    awaited = undefined;
    if (fault?.kind === 'refuse') refuseSms(fault.code);
    else if (!set.pduMode) sentAsText.push(argument);
    else take(text, Number(argument), fault);
  }

  function take(pdu: string, octets: number, fault: ModemFault | undefined): void {
    const sms = readSubmit(pdu);
    if (sms?.octets !== octets) {
      refuse('CMS', 304);
      return;
    }
    reference = (reference + 1) % 256;
    taken.push({ ...sms, reference });
    if (fault?.kind === 'instead') fault.run();
    else if (fault?.kind === 'no-ok') line(`+CMGS: ${reference}`);
    else if (fault === undefined) answer(`+CMGS: ${reference}`);
  }

  /** What a command does; the first that begins a command's text is its own. */
  const does: Readonly<Record<string, (argument: string) => void>> = {
    '+CMGS=': begin,
    '+CPIN?': () => {
      answer(`+CPIN: ${set.open ? 'READY' : tries === 0 ? 'SIM PUK' : 'SIM PIN'}`);
    },
    '+CPINR=': () => {
      answer(`+CPINR: SIM PIN,${tries},${allTries}`);
    },
    '+CPIN=': (argument) => {
      enterPin(argument.replaceAll('"', ''));
    },
    '+CREG?': () => {
      answer(`+CREG: ${set.telling ? 1 : 0},${registration}`);
    },
    '+CGREG?': () => {
      answer(`+CGREG: 0,${registration}`);
    },
    '+CEREG?': () => {
      refuse('CME', 100);
    },
    '+CSQ': () => {
      answer('+CSQ: 21,99');
    },
    '+COPS?': () => {
      answer(registration === 1 ? '+COPS: 0,0,"Simulated",7' : '+COPS: 0');
    },
    '+CMGF=': (argument) => {
      set.pduMode = argument === '0';
      line('OK');
    },
    '+CMEE=': (argument) => {
      set.codes = argument === '1';
      line('OK');
    },
    '+CNMI=': (argument) => {
      set.reports = argument.split(',')[3] === '1';
      line('OK');
    },
    '+CREG=': (argument) => {
      set.telling = argument === '1';
      line('OK');
    },
    E: (argument) => {
      set.echo = argument !== '0';
      line('OK');
    },
    '+CSMS=': () => {
      answer('+CSMS: 1,1,1');
    },
    '+CGREG=': () => {
      line('OK');
    },
    '+CSCA=': () => {
      line('OK');
    },
    '': (argument) => {
      line(argument === '' ? 'OK' : 'ERROR');
    },
  };

  function obey(text: string): void {
    const command = /^at(.*)$/i.exec(text.trim())?.[1];
    if (command === undefined) return;
    commands.push(command);
    for (const interruption of interruptions) line(interruption);
    if (lacks?.test(command) === true) {
      refuse('CME', 100);
      return;
    }
    const name = Object.keys(does).find((begins) => command.startsWith(begins)) ?? '';
    does[name]?.(command.slice(name.length));
  }

  function hearText(character: string): void {
    if (character !== escape && character !== endOfText) typed += character;
    else {
      const text = typed;
      typed = '';
      if (character === endOfText) {
        finish(text);
        return;
      }
      awaited = undefined;
      line('OK');
    }
  }

  function hearCommand(character: string): void {
    if (set.echo && character !== escape) send(character);
    if (character === escape) typed = '';
    else if (character === '\r') {
      const text = typed;
      typed = '';
      obey(text);
    } else typed += character;
  }

  return {
    hear(bytes) {
      for (const character of Buffer.from(bytes).toString('latin1')) {
        if (hangs) return;
        if (awaited === undefined) hearCommand(character);
        else hearText(character);
        typed = typed.slice(-most);
      }
    },
    say: line,
    fail: (...next) => void faults.push(...next),
    interrupt: (...lines) => (interruptions = lines),
    hang: (now) => (hangs = now),
    reset() {
      set = factory();
      awaited = undefined;
      typed = '';
    },
    register(state) {
      registration = state;
      if (set.telling) line(`+CREG: ${state}`);
    },
    report({ reference: about, to }, status) {
      if (!set.reports) return;
      const { pdu, octets } = writeStatusReport(about, to, status);
      send(`\r\n+CDS: ${octets}\r\n${pdu}\r\n`);
    },
    taken,
    sentAsText,
    commands,
    pinTries: () => tries,
  };
}
