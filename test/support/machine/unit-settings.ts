import { readFileSync } from 'node:fs';

const unit = readFileSync('systemd/waypost.service', 'utf8');

/** `MemoryMax` of the systemd unit. */
export const UNIT_MEMORY_BYTES = Number(/^MemoryMax=(\d+)M$/m.exec(unit)?.[1]) * 1_048_576;

/** Flags of Node in the systemd unit, each with a space behind it. */
export const UNIT_FLAGS = /^ExecStart=.* node ((?:--\S+ )*)/m.exec(unit)?.[1] ?? '';
/** Variables of the systemd unit, as a shell sets them. */
export const UNIT_ENVIRONMENT = [...unit.matchAll(/^Environment=(\S+)$/gm)].map(([, one]) => one).join(' ');

/** For `bash -c`: runs the command behind it, which is Node, with the flags and the environment of the unit. */
export const RUN_AS_UNIT = `exec env ${UNIT_ENVIRONMENT} "$0" ${UNIT_FLAGS} "$@"`;
