import type { TrackerContext } from '../trackers/tracker.js';
import { escapeWpt, unescapeWpt, wptLine } from './line.js';
import { digestOf, digitsOf, FACTORY, macOf, refusalOf, type WptValues } from './values.js';

/** What is set of a tracker of WPT/1, and how it is. */
export type WptSettings = {
  /** what it says of itself in `HEL` */
  readonly identity: () => { readonly id: string; readonly nonce: string; readonly caps: string };
  /** a line of type and fields; those that are no commands are passed over */
  readonly onLine: (line: readonly string[]) => void;
  /** `HEL` is said because somebody asked: what is staged is forgotten. */
  readonly newNonce: () => void;
  /** A gateway is heard on the settings it has: it keeps them. */
  readonly confirm: () => void;
  /** Nothing is said and nothing heard: the link is about to start anew, or the tracker is in trouble. */
  readonly isSilent: () => boolean;
  readonly tick: () => void;
  /** The power came back. */
  readonly boot: () => void;
};

export type WptSettingsOptions = Pick<TrackerContext, 'deviceId' | 'provisioningFault' | 'setBaudRate' | 'now'> & {
  readonly send: (text: string) => void;
  /** `isNew`: all it had is gone */
  readonly onRestart: (isNew: boolean) => void;
};

/** ms from `RES` until the link starts anew, for the gateway to change its speed */
const RESTART_DELAY_MS = 1_000;
/** ms without a `WEL` after which it takes back what it had */
const TRIAL_MS = 30_000;
/** s; firmware in trouble takes a shorter interval and makes it this one */
const MIN_INTERVAL_S = 60;
const OK = ['OK'] as const;
const NO_COMMAND = { c: '', reply: '' };

/** `before`: what it goes back to as long as no gateway was heard on these */
type WptFlash = { readonly values: WptValues; readonly cfg: string; readonly previous?: WptFlash };

export function createWptSettings(options: WptSettingsOptions): WptSettings {
  const { deviceId, provisioningFault, send, now, setBaudRate, onRestart } = options;
  const hardwareId = digitsOf(deviceId, 16);
  const key = provisioningFault === 'password' ? digitsOf(`key of ${deviceId}`, 32) : '';
  let flash: WptFlash = { values: { ...FACTORY, id: deviceId, key }, cfg: '' };
  let staged: WptValues = {};
  let last = NO_COMMAND;
  let nonceCount = 0;
  let speed = FACTORY.baud;
  let restartAt = Infinity;
  let trialUntil = Infinity;
  let isNew = false;
  let isDead = false;

  const nonce = (): string => digitsOf(`${hardwareId} ${nonceCount}`, 8);
  const isAllowed = (mac: string, digest: string): boolean =>
    flash.values.key === '' || mac === macOf(flash.values.key ?? '', nonce(), digest);

  function renew(): void {
    staged = {};
    nonceCount += 1;
  }

  function restart(): void {
    restartAt = Infinity;
    trialUntil = flash.previous === undefined ? Infinity : now() + TRIAL_MS;
    renew();
    if (flash.values.baud !== speed) setBaudRate?.(Number(flash.values.baud));
    speed = flash.values.baud;
    onRestart(isNew);
    isNew = false;
  }

  const commands = new Map<string, (...fields: readonly string[]) => readonly string[]>([
    ['SET', (name = '', field = '') => stage(name, unescapeWpt(field))],
    ['COM', (digest = '', mac = '') => commit(digest, mac)],
    ['RBT', () => scheduleRestart()],
    [
      'FAC',
      (mac = '') => (isAllowed(mac, '') ? scheduleRestart({ values: FACTORY, cfg: '' }) : ['ERR', 'AUTH', 'mac']),
    ],
  ]);

  function sendValues(c: string, requested: string): readonly (string | number)[] {
    const values = { ...flash.values, ...staged };
    if (requested === 'key') return ['ERR', 'AUTH', requested];
    if (requested !== '*' && !Object.hasOwn(values, requested)) return ['ERR', 'FIELD', requested];
    const entries = Object.entries(values).filter(
      ([name]) => name === requested || (requested === '*' && name !== 'key'),
    );
    for (const [name, text] of entries) send(wptLine('VAL', c, name, escapeWpt(text)));
    return ['OK', entries.length];
  }

  function stage(name: string, text: string): readonly string[] {
    const refusal = refusalOf(name, text);
    if (refusal !== undefined) return ['ERR', refusal, name];
    staged = { ...staged, [name]: text };
    isDead = provisioningFault === 'dies';
    return ['OK', 'staged'];
  }

  function commit(digest: string, mac: string): readonly string[] {
    if (Object.keys(staged).length === 0 || digest !== digestOf(staged)) return ['ERR', 'FIELD', 'digest'];
    if (!isAllowed(mac, digest)) return ['ERR', 'AUTH', 'mac'];
    const values = { ...flash.values, ...staged };
    if (provisioningFault === 'changes') values.int = String(Math.max(Number(values.int), MIN_INTERVAL_S));
    flash = { values, cfg: digest, previous: flash.previous ?? flash };
    restartAt = now() + RESTART_DELAY_MS;
    return OK;
  }

  function scheduleRestart(empty?: WptFlash): readonly string[] {
    isNew = empty !== undefined;
    flash = empty ?? flash;
    restartAt = now() + RESTART_DELAY_MS;
    return OK;
  }

  return {
    identity() {
      const cfg = flash.cfg === '' ? 'cfg' : `cfg=${flash.cfg}`;
      return { id: flash.values.id ?? '', nonce: nonce(), caps: ['fix', 'alr', 'tlm', cfg, `hw=${hardwareId}`].join() };
    },
    onLine([type = '', c = '', ...fields]) {
      // What only asks is answered anew; what does something is done once.
      if (type === 'GET') send(wptLine('RES', c, ...sendValues(c, unescapeWpt(fields[0] ?? ''))));
      const command = commands.get(type);
      if (command === undefined) return;
      if (last.c !== c) last = { c, reply: wptLine('RES', c, ...command(...fields)) };
      if (!isDead) send(last.reply);
    },
    newNonce() {
      last = NO_COMMAND;
      renew();
    },
    confirm() {
      flash = { values: flash.values, cfg: flash.cfg };
      trialUntil = Infinity;
    },
    isSilent: () => isDead || restartAt < Infinity,
    tick() {
      if (now() < Math.min(restartAt, trialUntil)) return;
      if (now() >= trialUntil) flash = flash.previous ?? flash;
      restart();
    },
    boot() {
      isDead = false;
      last = NO_COMMAND;
      restart();
    },
  };
}
