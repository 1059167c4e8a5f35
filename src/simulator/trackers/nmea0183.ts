import { nmeaEpoch } from '../nmea0183/epoch.js';
import { receiver } from './tracker.js';

export const nmea0183 = receiver(9_600, nmeaEpoch);
