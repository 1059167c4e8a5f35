import { navPvt } from '../ubx/packets.js';
import { createUbxReceiver } from '../ubx/receiver.js';
import { receiver, type TrackerKind } from './tracker.js';

/** A u-blox receiver that sends NAV-PVT and can be configured. */
export const ubx: TrackerKind = { ...receiver(38_400, navPvt), create: createUbxReceiver };
