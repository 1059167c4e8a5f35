import type { OnBoard } from './trackers/tracker.js';
import { escapeWpt, unescapeWpt, wptLine } from './wpt-line.js';
import { digestOf, digitsOf, factory, macOf, refusalOf, type Values } from './wpt-values.js';

/** What is set of a tracker of WPT/1, and how it is. */
export type WptSettings = {
  /** what it says of itself in `HEL` */
  readonly card: () => { readonly id: string; readonly nonce: string; readonly caps: string };
  /** a line of type and fields; those that are no commands are passed over */
  readonly obey: (line: readonly string[]) => void;
  /** `HEL` is said because somebody asked: what is staged is forgotten. */
  readonly renew: () => void;
  /** A gateway is heard on the settings it has: it keeps them. */
  readonly confirm: () => void;
  /** Nothing is said and nothing heard: the link is about to start anew, or the tracker is in trouble. */
  readonly isSilent: () => boolean;
  readonly tick: () => void;
  /** The power came back. */
  readonly boot: () => void;
};

export type WptSettingsOptions = Pick<OnBoard, 'deviceId' | 'trouble' | 'setBaudRate' | 'now'> & {
  readonly send: (text: string) => void;
  /** `isNew`: all it had is gone */
  readonly onRestart: (isNew: boolean) => void;
};

/** ms from `RES` until the link starts anew, for the gateway to change its speed */
const pause = 1_000;
/** ms without a `WEL` after which it takes back what it had */
const trial = 30_000;
/** s; firmware in trouble takes a shorter interval and makes it this one */
const leastInterval = 60;
const ok = ['OK'] as const;
const nothing = { c: '', answer: '' };

/** `before`: what it goes back to as long as no gateway was heard on these */
type Flash = { readonly values: Values; readonly cfg: string; readonly before?: Flash };

export function createWptSettings(options: WptSettingsOptions): WptSettings {
  const { deviceId, trouble, send, now, setBaudRate, onRestart } = options;
  const hardware = digitsOf(deviceId, 16);
  const key = trouble === 'password' ? digitsOf(`key of ${deviceId}`, 32) : '';
  let flash: Flash = { values: { ...factory, id: deviceId, key }, cfg: '' };
  let staged: Values = {};
  let last = nothing;
  let draws = 0;
  let speed = factory.baud;
  let restartAt = Infinity;
  let trialUntil = Infinity;
  let isNew = false;
  let isDead = false;

  const nonce = (): string => digitsOf(`${hardware} ${draws}`, 8);
  const isAllowed = (mac: string, digest: string): boolean =>
    flash.values.key === '' || mac === macOf(flash.values.key ?? '', nonce(), digest);

  function renew(): void {
    staged = {};
    draws += 1;
  }

  function restart(): void {
    restartAt = Infinity;
    trialUntil = flash.before === undefined ? Infinity : now() + trial;
    renew();
    if (flash.values.baud !== speed) setBaudRate?.(Number(flash.values.baud));
    speed = flash.values.baud;
    onRestart(isNew);
    isNew = false;
  }

  const commands = new Map<string, (...fields: readonly string[]) => readonly string[]>([
    ['SET', (name = '', field = '') => stage(name, unescapeWpt(field))],
    ['COM', (digest = '', mac = '') => commit(digest, mac)],
    ['RBT', () => again()],
    ['FAC', (mac = '') => (isAllowed(mac, '') ? again({ values: factory, cfg: '' }) : ['ERR', 'AUTH', 'mac'])],
  ]);

  function tell(c: string, wanted: string): readonly (string | number)[] {
    const values = { ...flash.values, ...staged };
    if (wanted === 'key') return ['ERR', 'AUTH', wanted];
    if (wanted !== '*' && !Object.hasOwn(values, wanted)) return ['ERR', 'FIELD', wanted];
    const told = Object.entries(values).filter(([name]) => name === wanted || (wanted === '*' && name !== 'key'));
    for (const [name, text] of told) send(wptLine('VAL', c, name, escapeWpt(text)));
    return ['OK', told.length];
  }

  function stage(name: string, text: string): readonly string[] {
    const refusal = refusalOf(name, text);
    if (refusal !== undefined) return ['ERR', refusal, name];
    staged = { ...staged, [name]: text };
    isDead = trouble === 'dies';
    return ['OK', 'staged'];
  }

  function commit(digest: string, mac: string): readonly string[] {
    if (Object.keys(staged).length === 0 || digest !== digestOf(staged)) return ['ERR', 'FIELD', 'digest'];
    if (!isAllowed(mac, digest)) return ['ERR', 'AUTH', 'mac'];
    const values = { ...flash.values, ...staged };
    if (trouble === 'changes') values.int = String(Math.max(Number(values.int), leastInterval));
    flash = { values, cfg: digest, before: flash.before ?? flash };
    restartAt = now() + pause;
    return ok;
  }

  function again(empty?: Flash): readonly string[] {
    isNew = empty !== undefined;
    flash = empty ?? flash;
    restartAt = now() + pause;
    return ok;
  }

  return {
    card() {
      const cfg = flash.cfg === '' ? 'cfg' : `cfg=${flash.cfg}`;
      return { id: flash.values.id ?? '', nonce: nonce(), caps: ['fix', 'alr', 'tlm', cfg, `hw=${hardware}`].join() };
    },
    obey([type = '', c = '', ...fields]) {
      // What only asks is answered anew; what does something is done once.
      if (type === 'GET') send(wptLine('RES', c, ...tell(c, unescapeWpt(fields[0] ?? ''))));
      const command = commands.get(type);
      if (command === undefined) return;
      if (last.c !== c) last = { c, answer: wptLine('RES', c, ...command(...fields)) };
      if (!isDead) send(last.answer);
    },
    renew() {
      last = nothing;
      renew();
    },
    confirm() {
      flash = { values: flash.values, cfg: flash.cfg };
      trialUntil = Infinity;
    },
    isSilent: () => isDead || restartAt < Infinity,
    tick() {
      if (now() < Math.min(restartAt, trialUntil)) return;
      if (now() >= trialUntil) flash = flash.before ?? flash;
      restart();
    },
    boot() {
      isDead = false;
      last = nothing;
      restart();
    },
  };
}
