import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { countRecords } from '../../domain/uplinks/dead-letters.js';
import { openIn } from '../../domain/uplinks/cursor.js';
import { addressOf, type UplinkPosition } from '../../domain/uplinks/position.js';
import { readTls } from '../../gateway-uplinks.js';
import type { UplinkSettings, UplinkType } from '../../schema/uplinks/uplink-settings.js';
import { CURSOR_LANES } from '../../schema/uplinks/lane.js';
import type { UplinkView } from '../../schema/uplinks/uplink.js';
import type { UplinkDefinition } from '../../services/uplinks/defined-uplinks.js';
import { uplinkHealth } from '../../services/system/uplink-health.js';
import { hostsOf } from '../../uplinks/nats/hosts.js';
import { networkProblem } from '../../uplinks/rest/network-problem.js';
import type { SinkTls } from '../../uplinks/sink.js';
import { counted } from '../terminal/output.js';
import type { ForwardedState } from './current-settings.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';
import { tryConnect } from './try-connect.js';

export type CheckUplinksOptions = {
  readonly uplinks: readonly UplinkDefinition[];
  readonly forwarded?: ForwardedState;
  /** of the running gateway; empty: not known */
  readonly states: readonly UplinkView[];
  /** ms since 1970 */
  readonly now: number;
};

/**
 * Checks that each uplink can be used, and how far it has come. Where no running gateway reports its state, it connects to
 * the far side and sends nothing; one that cannot be reached is only a warning: its records wait.
 */
export async function checkUplinks({ uplinks, forwarded, states, now }: CheckUplinksOptions): Promise<CheckFinding[]> {
  const found = await Promise.all(
    uplinks.map(async ({ settings, source }) => {
      const { name, enabled } = settings;
      if (enabled === false) return [ok('uplinks', `uplink ${name} is disabled`)];
      const tls = await readTls(settings);
      const unusable = tls.ok ? definitionProblem(settings, tls.value) : tls.message.replace(`uplink ${name}: `, '');
      if (unusable !== undefined) return [fault('uplinks', `uplink ${name}: ${unusable}`, mendWhere(source))];
      const state = states.find((one) => one.name === name);
      const reached = state === undefined && tls.ok ? await checkConnection(settings, tls.value) : undefined;
      const position = forwarded?.uplinkPositions.get(name);
      return [
        ...(state === undefined ? [] : [checkState(state, now)]),
        ...(reached === undefined ? [] : [reached]),
        ...(forwarded === undefined || position === undefined
          ? []
          : [
              ...checkPosition(settings, position, forwarded),
              ...(state === undefined ? [storedProgress(name, position, forwarded)] : []),
            ]),
      ];
    }),
  );
  return found.flat();
}

const mendWhere = (source: UplinkDefinition['source']): string =>
  source === 'configuration' ? 'correct it in the list uplinks of the configuration' : 'set it on the page Uplinks';

type Fields = Readonly<Record<string, unknown>>;

/** Settings without which the far side refuses the sign-in. A backup without a passphrase has no secrets. */
const CREDENTIALS: Readonly<Record<UplinkType, (fields: Fields) => string | undefined>> = {
  rest: ({ userName, apiKey }) => (isEmpty(userName) ? 'userName' : isEmpty(apiKey) ? 'apiKey' : undefined),
  mqtt: ({ user, password }) => (!isEmpty(user) && isEmpty(password) ? 'password' : undefined),
  nats: ({ user, password }) => (!isEmpty(user) && isEmpty(password) ? 'password' : undefined),
};

const isEmpty = (value: unknown): boolean => value === undefined || value === '';

/** What the definition lacks; undefined: it can be used. */
function definitionProblem(settings: UplinkSettings, { ca, cert, key }: SinkTls): string | undefined {
  const missing = CREDENTIALS[settings.type](settings);
  if (missing !== undefined) return `${missing} is not set`;
  if (cert !== undefined && key === undefined) return 'tls.cert is set, and tls.key is not';
  try {
    // A context ignores what it cannot read of a CA.
    if (ca !== undefined) new X509Certificate(ca);
    createSecureContext({ ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) });
    return undefined;
  } catch (error) {
    return networkProblem(error, settings.url);
  }
}

/** The port without one in the url. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  ...{ 'http:': 80, 'https:': 443, 'mqtt:': 1883, 'mqtts:': 8883, 'nats:': 4222 },
};
/** A NATS server begins without TLS and changes to it later: only whether it answers is checked. */
const TLS_SCHEMES: readonly string[] = ['https:', 'mqtts:'];

/** Only that of NATS names several. */
function serversOf({ type, url }: UplinkSettings): readonly URL[] {
  const texts = type === 'nats' ? hostsOf(url).map(({ address }) => `nats://${address}`) : [url];
  return texts.filter((text) => URL.canParse(text)).map((text) => new URL(text));
}

async function checkConnection(settings: UplinkSettings, { insecure, ...files }: SinkTls): Promise<CheckFinding> {
  const { name } = settings;
  const servers = serversOf(settings);
  if (servers.length === 0) return fault('uplinks', `uplink ${name}: its url is not valid`, 'correct its url');
  const errors = await Promise.all(
    servers.map(async ({ protocol, hostname, port, host }) => {
      const error = await tryConnect({
        host: hostname,
        port: Number(port === '' ? DEFAULT_PORTS[protocol] : port),
        tls: TLS_SCHEMES.includes(protocol) ? { ...files, rejectUnauthorized: !insecure } : null,
      });
      return error === null ? null : networkProblem(error, host);
    }),
  );
  const problems = errors.filter((error) => error !== null);
  if (problems.length < servers.length) return ok('uplinks', `uplink ${name} can be reached`);
  return warning('uplinks', `uplink ${name} cannot connect; its records wait`, problems.join('; '));
}

/** What the running gateway reports. */
function checkState(state: UplinkView, now: number): CheckFinding {
  const { name, behind, lastError } = state;
  const reason = state.reason ?? lastError?.message ?? `run waypost uplink status ${name}`;
  if (state.state === 'stopped') return fault('uplinks', `uplink ${name} has stopped`, reason);
  const what = `uplink ${name} is ${state.state}, at most ${behind.records} entries behind`;
  const isLate = uplinkHealth({ ...state, ...NO_COUNTS }, now).needsAttention;
  if (isLate) return warning('uplinks', `${what}, the oldest from ${behind.oldest ?? ''}`, reason);
  return state.state === 'connecting' && state.reason !== null
    ? warning('uplinks', what, state.reason)
    : ok('uplinks', what);
}

/** Dead letters and what was dropped have findings of their own. */
const NO_COUNTS = { deadLetters: 0, dropped: 0, totals: { refused: 0, bytes: 0, sink: {} } };

/** What the store knows, also without a running gateway. */
function checkPosition(
  settings: UplinkSettings,
  { address, dropped }: UplinkPosition,
  { deadLetters }: ForwardedState,
): CheckFinding[] {
  const { name } = settings;
  const findings: CheckFinding[] = [];
  if (address !== addressOf(settings)) {
    const remedy = `run waypost uplink reset ${name} --from cursor|now|start|NUMBER`;
    findings.push(fault('uplinks', `uplink ${name}: its position belongs to another far side, ${address}`, remedy));
  }
  const dead = new Map(Object.entries(deadLetters.get(name) ?? {}));
  const [first] = dead.values();
  if (first !== undefined) {
    const remedy = `waypost uplink status ${name} lists them; run waypost uplink retry ${name} once they are accepted there`;
    const what = `uplink ${name}: the far side refuses ${counted(countRecords(dead), 'record')} (${first.reason})`;
    findings.push(warning('uplinks', what, remedy));
  }
  if (dropped.entries > 0) {
    const what = `uplink ${name}: ${dropped.entries} entries were gone before they were forwarded`;
    const remedy =
      'raise store.retention.uplinkBytes if retention removed them; the history findings name what is damaged';
    findings.push(warning('uplinks', what, remedy));
  }
  return findings;
}

/** How far the uplink has come, where nothing newer is known than its stored position. */
function storedProgress(
  name: string,
  { lanes, stoppedFrom }: UplinkPosition,
  { n }: Pick<ForwardedState, 'n'>,
): CheckFinding {
  const behind = Math.max(...CURSOR_LANES.map((lane) => openIn(lanes[lane], [1, n])));
  const what = `uplink ${name} is at most ${behind} entries behind, as stored`;
  if (stoppedFrom === undefined) return ok('uplinks', what);
  return warning('uplinks', `${what}, and had stopped`, `start the gateway, then run waypost uplink status ${name}`);
}
