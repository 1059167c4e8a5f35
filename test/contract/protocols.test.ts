import { PROTOCOL_NAMES, protocols } from '../../src/protocols/index.js';
import { holdProtocol } from '../support/protocols/protocol-rules.js';
import { samples } from '../support/protocols/protocol-samples.js';

for (const name of PROTOCOL_NAMES) holdProtocol({ name, protocol: () => protocols[name], own: samples[name] });
