import { hostname } from 'node:os';
import { messageOf } from '../../../errors.js';
import type { Logger } from '../../../logger.js';
import type { Timers } from '../../../time/timers.js';
import type { Announce, Announcement } from './announce.js';
import { addressesOf, interfacesFor } from './interfaces.js';
import { withTimeout } from './with-timeout.js';

/** Makes the gateway be found on the local network by mDNS. It may fail at it, never because of it. */
export type Advertiser = {
  /** Begins, and does not wait for it. */
  readonly start: (service: AdvertisedService) => void;
  /** Takes back what was announced, and waits for no network that does not answer. */
  readonly stop: () => Promise<void>;
};

export type AdvertisedService = {
  readonly port: number;
  readonly secure: boolean;
  /** the gateway's */
  readonly id: string;
  readonly version: string;
};

export type AdvertiserOptions = {
  readonly config: { readonly enabled: boolean; readonly name: string };
  /** the address that is listened on */
  readonly host: string;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly load?: () => Promise<Announce>;
};

/** By those alone who need it. */
const loadAnnounce = async (): Promise<Announce> => (await import('./announce.js')).announce;

/** A goodbye is a few packets. */
const MAX_GOODBYE_MS = 2_000;
/** A label of DNS has 63 bytes, of which " (2)" and the like need some. */
const MAX_LABEL_BYTES = 55;

export function createAdvertiser(options: AdvertiserOptions): Advertiser {
  const { config, host, timers, logger, load = loadAnnounce } = options;
  let starting: Promise<Announcement | undefined> = Promise.resolve(undefined);

  async function announceService({ port, secure, id, version }: AdvertisedService): Promise<Announcement | undefined> {
    const interfaces = interfacesFor(host);
    if (interfaces === 'loopback') return undefined;
    const name = toDnsLabel(config.name === '' ? `Waypost ${hostname().split('.', 1)[0] ?? ''}` : config.name);
    const txt = { txtvers: '1', version, id, path: '/api' };
    if (addressesOf(interfaces).length === 0) {
      logger.warn('there is no network yet: the gateway is announced by mDNS as soon as there is one');
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
        onError: onError,
      });
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  function onError(error: unknown): void {
    logger.warn(
      { reason: messageOf(error) },
      'the gateway can not be announced by mDNS: use its address, or set mdns.enabled to false',
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

/** As much of a name as a label holds, whole characters. */
function toDnsLabel(name: string): string {
  let label = '';
  for (const character of name.trim()) {
    if (Buffer.byteLength(label + character) > MAX_LABEL_BYTES) break;
    label += character;
  }
  return label.trim();
}
