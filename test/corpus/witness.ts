/**
 * A naive second reading of a stream, independent of the decoder: the instants of its sentences, whether they claim a fix,
 * and which values they have. It explains what gpsd leaves out or adds from other sources.
 */
export type Witness = {
  claimed: boolean;
  denied: boolean;
  gives: Set<'speed' | 'course' | 'altitude'>;
};

const SENTENCE_FORMS: Record<string, { time: number; claim: number; fix: RegExp; gives: Record<string, number> }> = {
  RMC: { time: 1, claim: 2, fix: /^A$/, gives: { speed: 7, course: 8 } },
  GGA: { time: 1, claim: 6, fix: /^[1-59]$/, gives: { altitude: 9 } },
  GNS: { time: 1, claim: 6, fix: /[ADFPR]/, gives: { altitude: 9 } },
  GLL: { time: 5, claim: 6, fix: /^A$/, gives: {} },
};

/** Witnesses by time of day, in the form at the end of a location's dateTime: `10:15:00.250Z`. */
export function witnesses(input: string): Map<string, Witness> {
  const byTime = new Map<string, Witness>();
  for (const [, type = '', rest = ''] of input.matchAll(/\$[A-Z]{2}(RMC|GGA|GNS|GLL)(,[^*\r\n$]*)\*[0-9A-Fa-f]{2}/g)) {
    const fields = rest.split(',');
    const form = SENTENCE_FORMS[type];
    const time = /^(\d\d)(\d\d)(\d\d)(\.\d+)?$/.exec(fields[form?.time ?? 0] ?? '');
    if (form === undefined || time === null) continue;
    const [, hours = '', minutes = '', seconds = '', fraction = ''] = time;
    const key = `${hours}:${minutes}:${seconds}.${fraction.slice(1, 4).padEnd(3, '0')}Z`;
    const witness = byTime.get(key) ?? { claimed: false, denied: false, gives: new Set() };
    byTime.set(key, witness);
    if (form.fix.test(fields[form.claim] ?? '')) witness.claimed = true;
    else witness.denied = true;
    for (const value of ['speed', 'course', 'altitude'] as const) {
      if (fields[form.gives[value] ?? -1]) witness.gives.add(value);
    }
  }
  return byTime;
}
