// Not the whole of it: its index makes every stack trace of the process go through source maps, for 7 MB.
import { Responder } from '@homebridge/ciao/lib/Responder.js';
import type { Timers } from '../../../time/timers.js';
import { withTimeout } from './with-timeout.js';

export type AnnounceOptions = {
  /** wanted; who has it already keeps it, and a number is put behind this one */
  readonly name: string;
  readonly type: 'http' | 'https';
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
  /** names of the network interfaces */
  readonly interfaces: readonly string[];
  readonly timers: Timers;
  /** hears the name that was free */
  readonly onName: (name: string) => void;
  readonly onError: (error: unknown) => void;
};

export type Announcement = { readonly withdraw: () => Promise<void> };
export type Announce = (announcement: AnnounceOptions) => Announcement;

/** Three questions, 250 ms apart, after as long at the most. */
const MAX_PROBE_MS = 1_200;

/** Probes for the name, announces it and answers who asks, on every interface as it comes and goes. */
export const announce: Announce = ({ name, type, port, txt, interfaces, timers, onName, onError }) => {
  // With the interfaces named, no program is run every 15 s to list them.
  const responder = Responder.getResponder({ interface: [...interfaces] });
  const service = responder.createService({ name, type, port, txt });
  let announcedName = name;
  service.on('name-change', (free) => {
    announcedName = free;
  });
  const advertised = service.advertise();
  advertised.then(() => {
    onName(announcedName);
  }, onError);
  return {
    async withdraw() {
      // Its sockets are opened meanwhile, and only what is open can be closed.
      await withTimeout(timers, MAX_PROBE_MS, advertised);
      await service.destroy();
      await responder.shutdown();
    },
  };
};
