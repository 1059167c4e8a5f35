import { nmeaEpoch } from '../nmea.js';
import { receiver } from './tracker.js';

export const nmea0183 = receiver(9_600, nmeaEpoch);
