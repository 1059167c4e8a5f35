import { WaypostError } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Protocol } from '../protocols/protocol.js';
import { createLink, type Gateway } from './link.js';
import { namesOf } from './names.js';
import type { PortStatus } from '../schema/port.js';
import type { PortConfig } from './port-config.js';
import { openPort as openRealPort, type OpenPort } from './port.js';
import { identify } from './presence.js';
import type { Receive } from './receive.js';
import { timers } from './timers.js';

/** All ports of the configuration. */
export type Ports = {
  start: () => void;
  /** Resolves when all are closed and every report handed in is settled. */
  stop: () => Promise<void>;
  statuses: () => PortStatus[];
  /** Tells `listener` the path of every port whose status changes, but for what is counted in it. */
  subscribe: (listener: PortListener) => () => void;
};

/** Must not throw. */
export type PortListener = (path: string) => void;

type Parts = {
  readonly configs: readonly PortConfig[];
  readonly protocolOf: (name: string) => Protocol | undefined;
  readonly receive: Receive;
  readonly gateway: Gateway;
  readonly logger: Logger;
  readonly openPort?: OpenPort;
};

/** A link for every configured port. Throws with the key's path when a port is configured wrongly. */
export function createPorts({ configs, protocolOf, receive, gateway, logger, openPort = openRealPort }: Parts): Ports {
  const listeners = new Set<PortListener>();
  const links = configs.map((config, place) => {
    const refuse = (key: string, why: string): WaypostError =>
      new WaypostError('validation_failed', `configuration: serial.ports.${place}.${key} ${why}`);
    const protocol = protocolOf(config.protocol);
    if (protocol === undefined)
      throw refuse('protocol', `must name a protocol; there is none called ${config.protocol}`);
    if (protocol.needsDevice && config.deviceId === undefined) {
      throw refuse('deviceId', `is missing: ${config.protocol} does not say whose position it is`);
    }
    if (protocol.manyDevices === true && config.deviceId !== undefined) {
      throw refuse('deviceId', `must be left out: ${config.protocol} brings many devices, each under its own id`);
    }
    if (configs.findIndex(({ path }) => path === config.path) < place) throw refuse('path', 'is configured twice');
    const onChange = (): void => {
      for (const listener of listeners) listener(config.path);
    };
    return createLink({ config, protocol, receive, openPort, identify, namesOf, gateway, timers, logger, onChange });
  });
  return {
    start() {
      for (const link of links) link.start();
    },
    async stop() {
      await Promise.all(links.map((link) => link.stop()));
    },
    statuses: () => links.map((link) => link.status()),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
