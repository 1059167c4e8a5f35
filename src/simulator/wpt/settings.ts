import type { TrackerContext } from '../trackers/tracker.js';
import { escapeWpt, unescapeWpt, wptLine } from './line.js';
import { digestOf, digitsOf, FACTORY, macOf, refusalOf, type WptValues } from './values.js';

/** The settings of a WPT/1 tracker, and the state that depends on them. */
export type WptSettings = {
  /** the fields of `HEL` */
  readonly identity: () => { readonly id: string; readonly nonce: string; readonly caps: string };
  /** Executes a command, given as type and fields; other lines are ignored. */
  readonly onLine: (line: readonly string[]) => void;
  /** Prepares a requested `HEL`: discards staged values and changes the nonce. */
  readonly newNonce: () => void;
  /** Keeps the settings on trial, because a gateway has answered. */
  readonly confirm: () => void;
  /** The tracker neither sends nor receives, because it is about to restart, or dead. */
  readonly isSilent: () => boolean;
  readonly tick: () => void;
  /** Turns the power on. */
  readonly boot: () => void;
};

export type WptSettingsOptions = Pick<TrackerContext, 'deviceId' | 'provisioningFault' | 'setBaudRate' | 'now'> & {
  readonly send: (text: string) => void;
  /** `isNew`: after a factory reset, without records */
  readonly onRestart: (isNew: boolean) => void;
};

/** from `RES` until the restart, for the gateway to change its speed */
const RESTART_DELAY_MS = 1_000;
/** without a `WEL`, after which the previous settings are restored */
const TRIAL_MS = 30_000;
/** shortest interval that firmware with the fault `changes` stores */
const MIN_INTERVAL_S = 60;
const OK = ['OK'] as const;
const NO_COMMAND = { c: '', reply: '' };

/** `previous`: restored if no gateway answers with these values */
type WptFlash = { readonly values: WptValues; readonly cfg: string; readonly previous?: WptFlash };

type WptSettingsState = WptSettingsOptions & {
  readonly hardware: string;
  flash: WptFlash;
  staged: WptValues;
  /** the last command and its reply, which is repeated for the same command */
  last: typeof NO_COMMAND;
  nonceCount: number;
  baud: string | undefined;
  /** ms, monotonic */
  restartAt: number;
  trialUntil: number;
  isNew: boolean;
  isDead: boolean;
};

export function createWptSettings(options: WptSettingsOptions): WptSettings {
  const { deviceId, provisioningFault, now } = options;
  const key = provisioningFault === 'password' ? digitsOf(`key of ${deviceId}`, 32) : '';
  const state: WptSettingsState = {
    ...options,
    hardware: digitsOf(deviceId, 16),
    flash: { values: { ...FACTORY, id: deviceId, key }, cfg: '' },
    staged: {},
    last: NO_COMMAND,
    nonceCount: 0,
    baud: FACTORY.baud,
    restartAt: Infinity,
    trialUntil: Infinity,
    isNew: false,
    isDead: false,
  };
  return {
    identity() {
      const { cfg, values } = state.flash;
      const caps = ['fix', 'alr', 'tlm', cfg === '' ? 'cfg' : `cfg=${cfg}`, `hw=${state.hardware}`].join();
      return { id: values.id ?? '', nonce: nonceOf(state), caps };
    },
    onLine(line) {
      onCommand(state, line);
    },
    newNonce() {
      state.last = NO_COMMAND;
      discardStaged(state);
    },
    confirm() {
      state.flash = { values: state.flash.values, cfg: state.flash.cfg };
      state.trialUntil = Infinity;
    },
    isSilent: () => state.isDead || state.restartAt < Infinity,
    tick() {
      if (now() < Math.min(state.restartAt, state.trialUntil)) return;
      if (now() >= state.trialUntil) state.flash = state.flash.previous ?? state.flash;
      restart(state);
    },
    boot() {
      state.isDead = false;
      state.last = NO_COMMAND;
      restart(state);
    },
  };
}

type CommandHandler = (state: WptSettingsState, fields: readonly string[]) => readonly string[];

/** The commands that change something. Each returns the fields of its `RES`. */
const COMMANDS = new Map<string, CommandHandler>([
  ['SET', (state, [name = '', field = '']) => stage(state, name, unescapeWpt(field))],
  ['COM', (state, [digest = '', mac = '']) => commit(state, digest, mac)],
  ['RBT', (state) => scheduleRestart(state)],
  [
    'FAC',
    (state, [mac = '']) =>
      isAllowed(state, mac, '') ? scheduleRestart(state, { values: FACTORY, cfg: '' }) : ['ERR', 'AUTH', 'mac'],
  ],
]);

function onCommand(state: WptSettingsState, [type = '', c = '', ...fields]: readonly string[]): void {
  // A repeated GET is executed again; a repeated command only gets the same reply again.
  if (type === 'GET') state.send(wptLine('RES', c, ...sendValues(state, c, unescapeWpt(fields[0] ?? ''))));
  const command = COMMANDS.get(type);
  if (command === undefined) return;
  if (state.last.c !== c) state.last = { c, reply: wptLine('RES', c, ...command(state, fields)) };
  if (!state.isDead) state.send(state.last.reply);
}

const nonceOf = ({ hardware, nonceCount }: WptSettingsState): string => digitsOf(`${hardware} ${nonceCount}`, 8);

const isAllowed = (state: WptSettingsState, mac: string, digest: string): boolean => {
  const { key = '' } = state.flash.values;
  return key === '' || mac === macOf(key, nonceOf(state), digest);
};

function discardStaged(state: WptSettingsState): void {
  state.staged = {};
  state.nonceCount += 1;
}

function restart(state: WptSettingsState): void {
  const { flash, now, setBaudRate, onRestart, isNew } = state;
  state.restartAt = Infinity;
  state.trialUntil = flash.previous === undefined ? Infinity : now() + TRIAL_MS;
  discardStaged(state);
  if (flash.values.baud !== state.baud) setBaudRate?.(Number(flash.values.baud));
  state.baud = flash.values.baud;
  onRestart(isNew);
  state.isNew = false;
}

function sendValues({ flash, staged, send }: WptSettingsState, c: string, requested: string) {
  const values = { ...flash.values, ...staged };
  if (requested === 'key') return ['ERR', 'AUTH', requested];
  if (requested !== '*' && !Object.hasOwn(values, requested)) return ['ERR', 'FIELD', requested];
  const entries = Object.entries(values).filter(
    ([name]) => name === requested || (requested === '*' && name !== 'key'),
  );
  for (const [name, text] of entries) send(wptLine('VAL', c, name, escapeWpt(text)));
  return ['OK', entries.length];
}

function stage(state: WptSettingsState, name: string, text: string): readonly string[] {
  const refusal = refusalOf(name, text);
  if (refusal !== undefined) return ['ERR', refusal, name];
  state.staged = { ...state.staged, [name]: text };
  state.isDead = state.provisioningFault === 'dies';
  return ['OK', 'staged'];
}

function commit(state: WptSettingsState, digest: string, mac: string): readonly string[] {
  const { flash, staged, provisioningFault, now } = state;
  if (!isAllowed(state, mac, digest)) return ['ERR', 'AUTH', 'mac'];
  if (Object.keys(staged).length === 0 || digest !== digestOf(staged)) return ['ERR', 'FIELD', 'digest'];
  const values = { ...flash.values, ...staged };
  if (provisioningFault === 'changes') values.int = String(Math.max(Number(values.int), MIN_INTERVAL_S));
  state.flash = { values, cfg: digest, previous: flash.previous ?? flash };
  state.restartAt = now() + RESTART_DELAY_MS;
  return OK;
}

/** `factory`: the settings after a factory reset */
function scheduleRestart(state: WptSettingsState, factory?: WptFlash): readonly string[] {
  state.isNew = factory !== undefined;
  state.flash = factory ?? state.flash;
  state.restartAt = state.now() + RESTART_DELAY_MS;
  return OK;
}
