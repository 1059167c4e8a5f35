import { readFileSync } from 'node:fs';
import type { ListenerConfig, PortConfig } from '../../../src/schema/config/config.js';

/**
 * One write to a port or listener; `repeat`: number of times; `after`: s before each. In `hex`, a space separates
 * frames. Placeholders: `{T+2s-7168d:FORMAT}` is a time (`placeholder-times`), `{sum}` and the like are the checksum of the
 * frame before it (`placeholder-checksums`), and `??` are the digits that make the checksum 00.
 */
export type CaseWrite = {
  readonly text?: string;
  readonly hex?: string;
  readonly after?: number;
  readonly repeat?: number;
};

export type CaseListener = Pick<ListenerConfig, 'transport' | 'protocol'>;

/** What a tracker or receiver sends, and what the gateway has to make of it: a line of test/cases/serial.jsonl. */
export type SerialCase = {
  readonly id: string;
  readonly protocol: string;
  readonly class: string;
  readonly what: string;
  /** `clock`: the machine has no time server and no battery-backed clock */
  readonly configuration: {
    readonly port?: PortConfig;
    readonly listener?: CaseListener;
    readonly clock?: string;
  };
  /** the id of the device whose records count */
  readonly device: string;
  readonly input: readonly CaseWrite[];
  /** the writes for `EXAMPLE_TIME`, where they depend on it */
  readonly example?: readonly string[];
  readonly expected: string;
};

const FILE = 'test/cases/serial.jsonl';

export const readSerialCases = (): readonly SerialCase[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SerialCase);
