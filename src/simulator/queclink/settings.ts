import { QUECLINK_SECTIONS } from './config-sections.js';
import { MODEL, type QueclinkCommand } from './frames.js';
import type { ProvisioningFault } from '../trackers/tracker.js';

/** The reply to a command. */
type SimulatedQueclinkReply = {
  readonly head: 'RESP' | 'ACK';
  readonly message: string;
  readonly content: readonly string[];
};

/** The settings of a tracker, which commands with the right password read and write. */
export type QueclinkSettings = {
  /** Returns no reply if the password, the syntax or a value is wrong, or if the tracker is dead. */
  readonly execute: (command: QueclinkCommand) => readonly SimulatedQueclinkReply[];
  readonly name: () => string;
  readonly isDead: () => boolean;
  /** Turns the power off and on. Writes go to flash at once, so that nothing is lost. */
  readonly restart: () => void;
};

const FIRMWARE = '0A03';
const HARDWARE = '0103';
/** shortest interval that the firmware with the fault `changes` stores */
const MIN_INTERVAL_S = 60;
/** field of FRI */
const SEND_INTERVAL = 7;
/** fields of CFG */
const PASSWORD = 0;
const NAME = 1;
/** Operations without further effect here: report the position, start again. */
const PLAIN_OPERATIONS: Readonly<Record<string, string>> = { '1': 'RTL', '3': 'REBOOT' };
/** AT+GTRTO: password, operation, section, four reserved fields, serial number */
const OPERATION_FIELDS = 8;

const ack = (message: string, ...content: string[]): SimulatedQueclinkReply => ({ head: 'ACK', message, content });

export function createQueclinkSettings(provisioningFault?: ProvisioningFault): QueclinkSettings {
  const flash = new Map(Object.entries(QUECLINK_SECTIONS).map(([tag, { fields }]) => [tag, [...fields]]));
  const configuration = flash.get('CFG') ?? [];
  let isDead = false;

  if (provisioningFault === 'password') configuration[PASSWORD] = 'other1';

  function operate([, code, tag = '', ...rest]: readonly string[], serial: string): readonly SimulatedQueclinkReply[] {
    if (rest.length !== OPERATION_FIELDS - 3) return [];
    const section = flash.get(tag);
    const plain = PLAIN_OPERATIONS[code ?? ''];
    if (plain !== undefined) return [ack('RTO', plain, serial)];
    if (code === '8') {
      return [ack('RTO', 'VER', serial), { head: 'RESP', message: 'VER', content: [MODEL, FIRMWARE, HARDWARE] }];
    }
    if (code === '2' && section !== undefined) {
      return [ack('RTO', 'READ', serial), { head: 'RESP', message: 'ALS', content: [tag, ...section] }];
    }
    if (code !== '2' || tag !== '') return [];
    const content = [...flash].flatMap(([each, fields]) => [each, ...fields]);
    return [ack('RTO', 'READ', serial), { head: 'RESP', message: 'ALL', content }];
  }

  function write(tag: string, values: readonly string[], serial: string): readonly SimulatedQueclinkReply[] {
    const section = flash.get(tag);
    const { fields = [], form = /^/ } = QUECLINK_SECTIONS[tag] ?? {};
    if (section === undefined || values.length !== fields.length || !form.test(values.join())) return [];
    const kept = [...values];
    // An empty password keeps the previous one.
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
    name: () => configuration[NAME] ?? '',
    isDead: () => isDead,
    restart() {
      isDead = false;
    },
  };
}
