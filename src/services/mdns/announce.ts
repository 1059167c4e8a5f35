// Not the whole of it: its index makes every stack trace of the process go through source maps, for 7 MB.
import { Responder } from '@homebridge/ciao/lib/Responder.js';
import type { Timers } from '../../serial/timers.js';
import { within } from './within.js';

export type Announcement = {
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
  readonly onFail: (error: unknown) => void;
};

export type Announced = { readonly end: () => Promise<void> };
export type Announce = (announcement: Announcement) => Announced;

/** Three questions, 250 ms apart, after as long at the most. */
const PROBING_MS = 1_200;

/** Probes for the name, announces it and answers who asks, on every interface as it comes and goes. */
export const announce: Announce = ({ name, type, port, txt, interfaces, timers, onName, onFail }) => {
  // With the interfaces named, no program is run every 15 s to list them.
  const responder = Responder.getResponder({ interface: [...interfaces] });
  const service = responder.createService({ name, type, port, txt });
  let given = name;
  service.on('name-change', (free) => {
    given = free;
  });
  const advertised = service.advertise();
  advertised.then(() => {
    onName(given);
  }, onFail);
  return {
    async end() {
      // Its sockets are opened meanwhile, and only what is open can be closed.
      await within(timers, PROBING_MS, advertised);
      await service.destroy();
      await responder.shutdown();
    },
  };
};
