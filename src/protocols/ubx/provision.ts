import { createAsking, type Provision } from '../provision.js';
import { identify } from './identify.js';
import { createPacketFramer } from './packets.js';
import { read } from './read.js';
import { baudSetting, settings } from './settings.js';
import { write } from './write.js';

/** u-blox receivers of protocol version 27 and later (u-blox 9), by their configuration interface. */
export const provision: Provision = {
  settings,
  baudSetting,
  open() {
    const ask = createAsking(createPacketFramer());
    return {
      identify: () => identify(ask),
      read: (names) => read(ask, names),
      write: (wanted) => write(ask, wanted),
    };
  },
};
