import { hostname } from 'node:os';
import { domainToASCII } from 'node:url';
import { messageOf } from '../../../errors.js';
import type { Logger } from '../../../logger.js';
import type { Timers } from '../../../time/clock.js';
import type { Announce, Announcement } from './announce.js';
import { addressesOf, interfacesFor } from './interfaces.js';
import { withTimeout } from '../../../time/with-timeout.js';

/** Announces the gateway on the local network by mDNS. A failure is logged and does not affect the gateway. */
export type Advertiser = {
  /** Announces in the background. */
  readonly start: (service: AdvertisedService) => void;
  /** Withdraws the announcement, within 2 s even if the network does not respond. */
  readonly stop: () => Promise<void>;
};

type AdvertisedService = {
  readonly port: number;
  readonly secure: boolean;
  /** of the gateway */
  readonly id: string;
  readonly version: string;
};

export type AdvertiserOptions = {
  readonly config: { readonly enabled: boolean; readonly name: string };
  /** address of the HTTP server */
  readonly host: string;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly load?: () => Promise<Announce>;
  /** the interfaces of this machine by default */
  readonly reach?: typeof interfacesFor;
};

/** Loaded only if mDNS is enabled. */
const loadAnnounce = async (): Promise<Announce> => (await import('./announce.js')).announce;

/** A goodbye takes a few packets. */
const MAX_GOODBYE_MS = 2_000;
/** A DNS label has at most 63 bytes; the rest is for suffixes such as " (2)". */
const MAX_LABEL_BYTES = 55;

export function createAdvertiser(options: AdvertiserOptions): Advertiser {
  const { config, host, timers, logger, load = loadAnnounce, reach = interfacesFor } = options;
  let starting: Promise<Announcement | undefined> = Promise.resolve(undefined);

  async function announceService({ port, secure, id, version }: AdvertisedService): Promise<Announcement | undefined> {
    const interfaces = reach(host);
    if (interfaces === 'loopback') return undefined;
    const name = advertisedName(config);
    const txt = { txtvers: '1', version, id, path: '/api' };
    if (addressesOf(interfaces).length === 0) {
      logger.warn('no network yet: mDNS announcement delayed');
    }
    try {
      const announce = await load();
      return announce({
        name,
        type: secure ? 'https' : 'http',
        port,
        txt,
        interfaces,
        timers,
        onName(given) {
          logger.info({ name: given }, 'announced by mDNS');
        },
        onError,
      });
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  function onError(error: unknown): void {
    logger.warn(
      { reason: messageOf(error) },
      'mDNS announcement failed: use the address of the gateway, or set mdns.enabled to false',
    );
  }

  return {
    start(service) {
      if (config.enabled) starting = announceService(service);
    },
    async stop() {
      const announced = await starting;
      if (announced !== undefined) await withTimeout(timers, MAX_GOODBYE_MS, announced.withdraw());
    },
  };
}

const advertisedName = ({ name }: AdvertiserOptions['config']): string =>
  toDnsLabel(name === '' ? `Waypost ${hostname().split('.', 1)[0] ?? ''}` : name);

/** More gateways than these with one name in one network are not announced by the names here. */
const MAX_NUMBERED = 9;

/** The host names that the announcement may lead to: a name that is taken gets a number. */
export function advertisedHosts(config: AdvertiserOptions['config']): string[] {
  if (!config.enabled) return [];
  const label = advertisedName(config).replaceAll(' ', '-');
  const numbered = Array.from({ length: MAX_NUMBERED - 1 }, (_, index) => `${label}-(${index + 2})`);
  const hosts = [label, ...numbered].map((name) => `${name}.local`);
  // Browsers send a name beyond ASCII in its encoded form.
  return [...new Set([...hosts, ...hosts.map(domainToASCII)])].filter((host) => host !== '');
}

/** The name, cut after the last whole character that fits a label. */
function toDnsLabel(name: string): string {
  let label = '';
  for (const character of name.trim()) {
    if (Buffer.byteLength(label + character) > MAX_LABEL_BYTES) break;
    label += character;
  }
  return label.trim();
}
