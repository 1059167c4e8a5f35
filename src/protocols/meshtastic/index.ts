import { createPrefixedFramer } from '../../framing/prefixed.js';
import { defineProtocol } from '../protocol.js';
import { createConceal } from './conceal.js';
import { createDecoder, type Heard } from './decoder.js';
import { readFromRadio } from './from-radio.js';
import { provision } from './provision.js';
import { frameStart, maxFrameBytes } from './to-radio.js';

const headBytes = 4;

function read(content: Uint8Array): Heard | undefined {
  const said = readFromRadio(content);
  return said && { said, bytes: headBytes + content.length };
}

/** A Meshtastic node on a cable tells of all nodes of its mesh, by their numbers, once it is asked. */
export const meshtastic = defineProtocol({
  name: 'meshtastic',
  baudRates: [115200, 38400, 9600, 57600, 19200, 4800],
  needsDevice: false,
  manyDevices: true,
  conceal: createConceal,
  provision,
  // A node that hears nothing on the air says nothing: then it is asked whether it is there.
  idleAfter: 60_000,
  framer: () => createPrefixedFramer({ start: frameStart, maxBytes: maxFrameBytes, read }),
  own: ({ bytes }) => bytes,
  decoder: createDecoder,
});
