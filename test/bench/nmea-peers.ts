import { loadPeer } from './peers.js';

/** Reads a whole stream; what it gives is how many sentences were understood. */
type Contender = { readonly name: string; readonly run: () => number };

type Gps = new () => { readonly update: (line: string) => boolean };
type NmeaSimple = { readonly parseNmeaSentence: (line: string) => unknown };

/**
 * The parsers of npm, each on sentences that are strings and cut into lines already: what a stream costs before it is
 * that is left out, to their advantage.
 */
export function nmeaPeers(text: string): Contender[] {
  const lines = text.split('\r\n').filter((line) => line !== '');
  const contenders: Contender[] = [];

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

/** It throws at sentences that it does not know. */
function understood(simple: NmeaSimple, line: string): number {
  try {
    simple.parseNmeaSentence(line);
    return 1;
  } catch {
    return 0;
  }
}
