import { isDeviceId } from '../../domain/devices/device.js';
import type { Receipt, Receive } from '../../domain/report.js';
import type { LogLines } from '../../logger.js';
import type { Protocol, TrackerMessage } from '../../protocols/protocol.js';
import type { ListenerRefusal } from '../../schema/ports/listener.js';
import type { Timers } from '../../time/clock.js';
import { addCommandSecrets } from '../capture/command-secrets.js';
import type { MessageOutcome } from '../monitor/observer.js';
import type { DateCheck } from '../session/date-check.js';
import type { GatewayInfo } from '../session/port-reader.js';
import type { Port } from '../transport/port-types.js';
import type { UnsettledBytes } from './budgets.js';
import type { ConflictNote, RecentAddresses } from './conflicts.js';
import type { DeviceSessions } from './device-sessions.js';
import type { PeerObservers } from './peer-observers.js';
import { createPeerSession, type PeerSession } from './peer-session.js';
import type { Peer } from './peers.js';
import type { OpenSessionOptions } from './transport.js';

/** What the sessions of one listener share. */
export type SessionHost = {
  readonly path: string;
  readonly protocol: Protocol;
  readonly receive: Receive;
  readonly gateway: GatewayInfo;
  readonly timers: Timers;
  readonly logger: LogLines;
  readonly unsettledBytes: UnsettledBytes;
  readonly deviceSessions: DeviceSessions;
  readonly observers: PeerObservers;
  readonly recentAddresses: RecentAddresses;
  readonly conflictNote: ConflictNote;
  readonly dates: DateCheck;
  /** match the texts of the last commands: a tracker may send them back */
  readonly secrets: RegExp[];
  readonly refuse: (reason: ListenerRefusal) => void;
  /** Called with the time of reception, in ms since 1970. */
  readonly onFrame: (receivedAt: number) => void;
};

/** Opens the session of a connection or of a datagram. */
export function openSession(
  host: SessionHost,
  peer: Peer,
  port: Port,
  { isDatagram = false, onRegistered }: OpenSessionOptions,
): PeerSession {
  const { path, protocol, receive, gateway, timers, logger, deviceSessions, observers, secrets, dates } = host;
  const session = createPeerSession({
    ...{ path, protocol, peer, port, isDatagram, receive, gateway, dates, timers, logger },
    onUnsettled: host.unsettledBytes.add,
    onDeviceId(deviceId) {
      if (!isDeviceId(deviceId)) return;
      peer.deviceId = deviceId;
      if (!isDatagram) deviceSessions.set(deviceId, session);
    },
    onOutcome(name, message, deviceId, receipt) {
      if (isOfRegistered(message, receipt)) onRegistered?.();
      onOutcome(host, peer, { protocol: name, message, deviceId, receipt });
    },
    writeCommand(target, { bytes }, data) {
      const sent = Buffer.from(data);
      addCommandSecrets(secrets, [bytes, sent]);
      return target.write(sent);
    },
  });
  return {
    ...session,
    onData(chunk, bytes) {
      observers.onData(peer, chunk);
      const isDecoded = session.onData(chunk, bytes);
      if (isDecoded) {
        peer.lastFrameAt = gateway.now();
        host.onFrame(peer.lastFrameAt);
      }
      observers.onCounters(peer);
      return isDecoded;
    },
    end() {
      deviceSessions.forget(session);
      return session.end();
    },
  };
}

/** An id alone proves nothing: reports of an unknown device are quarantined or refused. */
const isOfRegistered = ({ type }: TrackerMessage, receipt: Receipt): boolean =>
  (type === 'records' || type === 'hello') && receipt.ok && receipt.value.quarantined !== true;

function onOutcome(host: SessionHost, peer: Peer, outcome: MessageOutcome): void {
  const { protocol, recentAddresses, conflictNote, observers } = host;
  const { message, deviceId, receipt } = outcome;
  if (message.type === 'records') {
    if (deviceId === undefined) host.refuse('no_device_id');
    // Several receivers can report the same station.
    else if (receipt.ok && protocol.multiDevice !== true) {
      const other = recentAddresses.note(deviceId, peer.host);
      if (other !== undefined) conflictNote.add(deviceId, [peer.host, other]);
    }
  }
  observers.onOutcome(peer, outcome);
}
