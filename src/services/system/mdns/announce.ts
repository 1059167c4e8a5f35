// Not the package's index: it enables source maps for every stack trace of the process, which takes 7 MB.
import { Responder } from '@homebridge/ciao/lib/Responder.js';
import type { Timers } from '../../../time/clock.js';
import { withTimeout } from '../../../time/with-timeout.js';

export type AnnounceOptions = {
  /** preferred name; gets a number appended if another service has it */
  readonly name: string;
  readonly type: 'http' | 'https';
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
  /** names of the network interfaces */
  readonly interfaces: readonly string[];
  readonly timers: Timers;
  /** receives the name that was free */
  readonly onName: (name: string) => void;
  readonly onError: (error: unknown) => void;
};

export type Announcement = { readonly withdraw: () => Promise<void> };
export type Announce = (announcement: AnnounceOptions) => Announcement;

/** Three probes 250 ms apart, after a delay of at most 250 ms. */
const MAX_PROBE_MS = 1_200;

/** Probes for the name, announces it and answers queries, on every interface as it appears and disappears. */
export const announce: Announce = ({ name, type, port, txt, interfaces, timers, onName, onError }) => {
  // Without names, the library would run a program every 15 s to list the interfaces.
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
      // The sockets are opened while it probes, and only open sockets can be closed.
      await withTimeout(timers, MAX_PROBE_MS, advertised);
      await service.destroy();
      await responder.shutdown();
    },
  };
};
