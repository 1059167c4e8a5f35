import { protocolNames, protocols } from '../../src/protocols/index.js';
import { holdProtocol } from '../support/protocol-rules.js';
import { samples } from '../support/protocol-samples.js';

for (const name of protocolNames) holdProtocol({ name, protocol: () => protocols[name], own: samples[name] });
