import { readFileSync } from 'node:fs';

/** What its service gives to Node before the program. */
export const nodeFlag = /env node (--\S+) /.exec(readFileSync('systemd/waypost.service', 'utf8'))?.[1] ?? '';

/** The same for a gateway that is started in another way. */
export const asInstalled = { NODE_OPTIONS: nodeFlag };
