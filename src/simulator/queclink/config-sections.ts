import { MODEL } from './frames.js';

export type QueclinkSection = {
  /** factory values; their number never changes */
  readonly fields: readonly string[];
  /** accepted values, of all fields joined by commas; default: any */
  readonly form?: RegExp;
};

/** The settings of a GL300, by the command that writes a section, which is also the tag of the section in replies. */
export const QUECLINK_SECTIONS: Readonly<Record<string, QueclinkSection>> = {
  BSI: { fields: ['internet', '', '', '', '', '', ''] },
  SRI: {
    fields: ['3', '', '1', '192.0.2.10', '5004', '192.0.2.11', '5004', '', '10', '1', '', '', '', ''],
    form: /^[0-6],,[0-2]?,[^,]{0,60},\d{0,5},[\d.]{0,15},\d{0,5},\+?\d{0,20},\d{0,3},[01]?,/,
  },
  CFG: {
    // Password, name, others.
    fields: [
      ...[MODEL.toLowerCase(), MODEL, '0', '0.0', '0', '5', '003F', '0', '', '0FFF'],
      ...['0', '1', '1', '300', '1', '0', '20491231235959', '1', '0', ''],
    ],
    form: /^(?:[A-Za-z\d]{4,6})?,[^,]{0,20},/,
  },
  FRI: {
    // Mode, discard without fix, start, end, fix and send intervals, mask, distance, mileage, others.
    fields: [
      ...['1', '1', '', '', '0000', '2359', '60', '60', '180', '180', '001F'],
      ...['1000', '1000', '0', '5', '50', '5', '0', ''],
    ],
    form: /^[0-6],[01],,,(?:(?:[01]\d|2[0-3])[0-5]\d,){2}(?:[5-9]|[1-9]\d{1,4}),(?:[5-9]|[1-9]\d{1,4}),/,
  },
};
