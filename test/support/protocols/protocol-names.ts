import { protocols, type ProtocolName } from '../../../src/protocols/index.js';

export const PROTOCOL_NAMES = Object.keys(protocols) as readonly ProtocolName[];
