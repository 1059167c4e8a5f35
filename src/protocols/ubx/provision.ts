import { createRequester, type Provision } from '../provision.js';
import { identify } from './identify.js';
import { createPacketFramer } from './packets.js';
import { readSettings } from './read-settings.js';
import { BAUD_SETTING, settings } from './settings.js';
import { writeSettings } from './write-settings.js';

/** u-blox receivers of protocol version 27 and later (u-blox 9), by their configuration interface. */
export const provision: Provision = {
  settings,
  baudSetting: BAUD_SETTING,
  open() {
    const request = createRequester(createPacketFramer());
    return {
      identify: () => identify(request),
      read: (names) => readSettings(request, names),
      write: (settingsToWrite) => writeSettings(request, settingsToWrite),
    };
  },
};
