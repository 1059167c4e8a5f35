import { loadPeer } from '../measure/packages.js';

/** Reads a whole stream and returns the number of parsed sentences. */
type NmeaPeer = { readonly name: string; readonly run: () => number };

type Gps = new () => { readonly update: (line: string) => boolean };
type NmeaSimple = { readonly parseNmeaSentence: (line: string) => unknown };

/**
 * Parsers from npm on sentences that are already strings cut into lines; the cost of cutting the stream
 * is left out, in their favor.
 */
export function nmeaPeers(text: string): NmeaPeer[] {
  const lines = text.split('\r\n').filter((line) => line !== '');
  const contenders: NmeaPeer[] = [];

  const gps = loadPeer('gps') as { readonly GPS: Gps } | string;
  if (typeof gps === 'string') console.log(`GPS.js is left out: ${gps}`);
  else {
    contenders.push({
      name: 'GPS.js',
      run() {
        const state = new gps.GPS();
        return lines.reduce((read, line) => (state.update(line) ? read + 1 : read), 0);
      },
    });
  }

  const simple = loadPeer('nmea-simple') as NmeaSimple | string;
  if (typeof simple === 'string') console.log(`nmea-simple is left out: ${simple}`);
  else
    contenders.push({
      name: 'nmea-simple',
      run: () => lines.reduce((read, line) => read + understood(simple, line), 0),
    });
  return contenders;
}

/** It throws on unknown sentences. */
function understood(simple: NmeaSimple, line: string): number {
  try {
    simple.parseNmeaSentence(line);
    return 1;
  } catch {
    return 0;
  }
}
