import { MODEL } from './frames.js';

export type QueclinkSection = {
  /** as it comes; how many there are does not change */
  readonly fields: readonly string[];
  /** what is taken, of all fields joined; anything that has no comma when left out */
  readonly form?: RegExp;
};

/** What a GL300 can be told, by the command that writes it and the tag under which it is read. */
export const QUECLINK_SECTIONS: Readonly<Record<string, QueclinkSection>> = {
  BSI: { fields: ['internet', '', '', '', '', '', ''] },
  SRI: {
    fields: ['3', '', '1', '192.0.2.10', '5004', '192.0.2.11', '5004', '', '10', '1', '', '', '', ''],
    form: /^[0-6],,[0-2]?,[^,]{0,60},\d{0,5},[\d.]{0,15},\d{0,5},\+?\d{0,20},\d{0,3},[01]?,/,
  },
  CFG: {
    // Password, name and the rest.
    fields: [
      ...[MODEL.toLowerCase(), MODEL, '0', '0.0', '0', '5', '003F', '0', '', '0FFF'],
      ...['0', '1', '1', '300', '1', '0', '20491231235959', '1', '0', ''],
    ],
    form: /^(?:[A-Za-z\d]{4,6})?,[^,]{0,20},/,
  },
  FRI: {
    // Mode, discards without fix, begin, end, intervals of fixes and of sending, mask, distance, mileage and the rest.
    fields: [
      ...['1', '1', '', '', '0000', '2359', '60', '60', '180', '180', '001F'],
      ...['1000', '1000', '0', '5', '50', '5', '0', ''],
    ],
    form: /^[0-6],[01],,,(?:(?:[01]\d|2[0-3])[0-5]\d,){2}(?:[5-9]|[1-9]\d{1,4}),(?:[5-9]|[1-9]\d{1,4}),/,
  },
};
