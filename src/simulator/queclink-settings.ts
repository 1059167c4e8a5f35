import { queclinkSections } from './queclink-sections.js';
import { model, type QueclinkCommand } from './queclink.js';
import type { Trouble } from './trackers/tracker.js';

/** What a tracker answers to a command. */
export type QueclinkAnswer = {
  readonly head: 'RESP' | 'ACK';
  readonly message: string;
  readonly content: readonly string[];
};

/** What is set in a tracker, and what of it is told to whom knows the password. */
export type QueclinkSettings = {
  /** Nothing where the password, the syntax or a value is wrong, and where it died. */
  readonly obey: (command: QueclinkCommand) => readonly QueclinkAnswer[];
  readonly name: () => string;
  readonly isDead: () => boolean;
  /** The power came back. All that was written is in the flash at once, so nothing is lost. */
  readonly restart: () => void;
};

const firmware = '0A03';
const hardware = '0103';
/** s; the firmware that has the trouble `changes` keeps no shorter one */
const shortestInterval = 60;
const sendInterval = 7;
const password = 0;
const name = 1;
/** of AT+GTRTO: password, what to do, a section, four that are reserved, serial number */
const operationFields = 8;

const ack = (message: string, ...content: string[]): QueclinkAnswer => ({ head: 'ACK', message, content });

export function createQueclinkSettings(trouble?: Trouble): QueclinkSettings {
  const flash = new Map(Object.entries(queclinkSections).map(([tag, { fields }]) => [tag, [...fields]]));
  const configuration = flash.get('CFG') ?? [];
  let isDead = false;

  if (trouble === 'password') configuration[password] = 'other1';

  function operate([, what, tag = '', ...rest]: readonly string[], serial: string): readonly QueclinkAnswer[] {
    if (rest.length !== operationFields - 3) return [];
    const section = flash.get(tag);
    if (what === '8') {
      return [ack('RTO', 'VER', serial), { head: 'RESP', message: 'VER', content: [model, firmware, hardware] }];
    }
    if (what === '2' && section !== undefined) {
      return [ack('RTO', 'READ', serial), { head: 'RESP', message: 'ALS', content: [tag, ...section] }];
    }
    if (what !== '2' || tag !== '') return [];
    const content = [...flash].flatMap(([each, fields]) => [each, ...fields]);
    return [ack('RTO', 'READ', serial), { head: 'RESP', message: 'ALL', content }];
  }

  function write(tag: string, given: readonly string[], serial: string): readonly QueclinkAnswer[] {
    const section = flash.get(tag);
    const { fields = [], form = /^/ } = queclinkSections[tag] ?? {};
    if (section === undefined || given.length !== fields.length || !form.test(given.join())) return [];
    const kept = [...given];
    // A blank password changes nothing.
    if (tag === 'CFG') kept[password] ||= section[password] ?? '';
    if (tag === 'FRI' && trouble === 'changes') {
      kept[sendInterval] = String(Math.max(shortestInterval, Number(kept[sendInterval])));
    }
    section.splice(0, section.length, ...kept);
    isDead = trouble === 'dies';
    return isDead ? [] : [ack(tag, serial)];
  }

  return {
    obey({ word, fields }) {
      const serial = fields.at(-1) ?? '';
      if (isDead || fields[0] !== configuration[password] || !/^[\dA-F]{4}$/i.test(serial)) return [];
      return word === 'RTO' ? operate(fields, serial) : write(word, fields.slice(1, -1), serial);
    },
    name: () => configuration[name] ?? '',
    isDead: () => isDead,
    restart() {
      isDead = false;
    },
  };
}
