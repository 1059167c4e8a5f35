import type { PeerSession } from './peer-session.js';

/** The connection on which each device reported last. */
export type DeviceSessions = {
  readonly set: (deviceId: string, session: PeerSession) => void;
  readonly get: (deviceId: string) => PeerSession | undefined;
  /** The connection was closed. */
  readonly forget: (session: PeerSession) => void;
};

/** Of ids, which anyone can make up; beyond it, the id that reported least recently is forgotten. */
const MAX_DEVICES = 10_000;

export function createDeviceSessions(): DeviceSessions {
  const sessions = new Map<string, PeerSession>();
  const ids = new Map<PeerSession, Set<string>>();

  function remove(deviceId: string): void {
    const session = sessions.get(deviceId);
    if (session !== undefined) ids.get(session)?.delete(deviceId);
    sessions.delete(deviceId);
  }

  return {
    set(deviceId, session) {
      remove(deviceId);
      sessions.set(deviceId, session);
      const own = ids.get(session) ?? new Set();
      ids.set(session, own.add(deviceId));
      const [oldest] = sessions.keys();
      if (sessions.size > MAX_DEVICES && oldest !== undefined) remove(oldest);
    },
    get: (deviceId) => sessions.get(deviceId),
    forget(session) {
      for (const deviceId of ids.get(session) ?? []) sessions.delete(deviceId);
      ids.delete(session);
    },
  };
}
