import { protocols } from '../../src/protocols/index.js';
import { PROTOCOL_NAMES } from '../support/protocols/protocol-names.js';
import { holdProtocol } from '../support/protocols/protocol-rules.js';
import { samples } from '../support/protocols/protocol-samples.js';

for (const name of PROTOCOL_NAMES) holdProtocol({ name, protocol: () => protocols[name], own: samples[name] });
