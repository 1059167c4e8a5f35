import { readFileSync } from 'node:fs';

const unit = readFileSync('systemd/waypost.service', 'utf8');

/** `MemoryMax` of the systemd unit. */
export const UNIT_MEMORY_BYTES = Number(/^MemoryMax=(\d+)M$/m.exec(unit)?.[1]) * 1_048_576;

/** Of Node in the systemd unit. */
const flags = /^ExecStart=.* node ((?:--\S+ )*)/m.exec(unit)?.[1] ?? '';
const environment = [...unit.matchAll(/^Environment=(\S+)$/gm)].map(([, one]) => one).join(' ');

/** For `bash -c`: runs the command behind it, which is Node, with the flags and the environment of the unit. */
export const RUN_AS_UNIT = `exec env ${environment} "$0" ${flags} "$@"`;
