import type { Protocol, ProtocolContext } from '../../protocols/protocol.js';
import type { PortConfig } from '../../schema/config/config.js';

type PortIdentity = {
  readonly config: PortConfig;
  /** the possible protocols */
  readonly protocols: readonly Protocol[];
  readonly portDeviceId: () => string | undefined;
};

/** Where several protocols are possible, a receiver is identified like one that was detected as `nmea0183`. */
export const isIdentifiedByPort = ({ protocols }: Pick<PortIdentity, 'protocols'>, protocol: Protocol): boolean =>
  protocol.requiresDeviceId || (protocol.ownPosition === true && protocols.length > 1);

/** Messages without a device id have a device. */
export const hasOwnDevice = (identity: PortIdentity, protocol: Protocol): boolean =>
  identity.config.deviceId !== undefined ||
  (isIdentifiedByPort(identity, protocol) && identity.portDeviceId() !== undefined);

/** What the configuration of a port means to the protocol on it. */
export const portContext = (
  identity: PortIdentity,
  protocol: Protocol,
): Pick<ProtocolContext, 'isBound' | 'mayQuery'> => ({
  isBound: hasOwnDevice(identity, protocol),
  // With `auto`, a tracker of another kind may be attached after detection.
  ...(identity.config.commands === true && identity.protocols.length === 1 && { mayQuery: true }),
});
