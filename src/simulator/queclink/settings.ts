import { QUECLINK_SECTIONS } from './config-sections.js';
import { MODEL, type QueclinkCommand } from './frames.js';
import type { ProvisioningFault } from '../trackers/tracker.js';

/** What a tracker answers to a command. */
export type SimulatedQueclinkReply = {
  readonly head: 'RESP' | 'ACK';
  readonly message: string;
  readonly content: readonly string[];
};

/** What is set in a tracker, and what of it is told to whom knows the password. */
export type QueclinkSettings = {
  /** Nothing where the password, the syntax or a value is wrong, and where it died. */
  readonly execute: (command: QueclinkCommand) => readonly SimulatedQueclinkReply[];
  readonly name: () => string;
  readonly isDead: () => boolean;
  /** The power came back. All that was written is in the flash at once, so nothing is lost. */
  readonly restart: () => void;
};

const FIRMWARE = '0A03';
const HARDWARE = '0103';
/** s; the firmware that has the trouble `changes` keeps no shorter one */
const MIN_INTERVAL_S = 60;
const SEND_INTERVAL = 7;
const PASSWORD = 0;
const name = 1;
/** of AT+GTRTO: password, what to do, a section, four that are reserved, serial number */
const OPERATION_FIELDS = 8;

const ack = (message: string, ...content: string[]): SimulatedQueclinkReply => ({ head: 'ACK', message, content });

export function createQueclinkSettings(provisioningFault?: ProvisioningFault): QueclinkSettings {
  const flash = new Map(Object.entries(QUECLINK_SECTIONS).map(([tag, { fields }]) => [tag, [...fields]]));
  const configuration = flash.get('CFG') ?? [];
  let isDead = false;

  if (provisioningFault === 'password') configuration[PASSWORD] = 'other1';

  function operate([, what, tag = '', ...rest]: readonly string[], serial: string): readonly SimulatedQueclinkReply[] {
    if (rest.length !== OPERATION_FIELDS - 3) return [];
    const section = flash.get(tag);
    if (what === '8') {
      return [ack('RTO', 'VER', serial), { head: 'RESP', message: 'VER', content: [MODEL, FIRMWARE, HARDWARE] }];
    }
    if (what === '2' && section !== undefined) {
      return [ack('RTO', 'READ', serial), { head: 'RESP', message: 'ALS', content: [tag, ...section] }];
    }
    if (what !== '2' || tag !== '') return [];
    const content = [...flash].flatMap(([each, fields]) => [each, ...fields]);
    return [ack('RTO', 'READ', serial), { head: 'RESP', message: 'ALL', content }];
  }

  function write(tag: string, values: readonly string[], serial: string): readonly SimulatedQueclinkReply[] {
    const section = flash.get(tag);
    const { fields = [], form = /^/ } = QUECLINK_SECTIONS[tag] ?? {};
    if (section === undefined || values.length !== fields.length || !form.test(values.join())) return [];
    const kept = [...values];
    // A blank password changes nothing.
    if (tag === 'CFG') kept[PASSWORD] ||= section[PASSWORD] ?? '';
    if (tag === 'FRI' && provisioningFault === 'changes') {
      kept[SEND_INTERVAL] = String(Math.max(MIN_INTERVAL_S, Number(kept[SEND_INTERVAL])));
    }
    section.splice(0, section.length, ...kept);
    isDead = provisioningFault === 'dies';
    return isDead ? [] : [ack(tag, serial)];
  }

  return {
    execute({ word, fields }) {
      const serial = fields.at(-1) ?? '';
      if (isDead || fields[0] !== configuration[PASSWORD] || !/^[\dA-F]{4}$/i.test(serial)) return [];
      return word === 'RTO' ? operate(fields, serial) : write(word, fields.slice(1, -1), serial);
    },
    name: () => configuration[name] ?? '',
    isDead: () => isDead,
    restart() {
      isDead = false;
    },
  };
}
