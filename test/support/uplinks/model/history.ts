import type { Entry } from '../../../../src/schema/entry.js';
import { createRandom, type Random } from '../../protocols/random.js';
import type { ModelFarSide } from './far-side.js';
import { createModelGateway, DEVICES, GATEWAY, type ModelGateway } from './gateway.js';
import { createModelBroker } from './mqtt.js';
import { createModelStream } from './nats.js';
import { createModelCenter } from './rest.js';
import { createVirtualTime, type VirtualTime } from './virtual-time.js';

export const MODEL_TYPES = ['rest', 'mqtt', 'nats'] as const;
export type ModelType = (typeof MODEL_TYPES)[number];

/** What a history has shown. */
export type HistoryResult = {
  readonly records: number;
  /** in the store, or settled in one that an image replaced, and not at the far side */
  readonly missing: readonly string[];
  /** contents and ids that the far side has twice */
  readonly twice: readonly string[];
  readonly images: number;
  readonly stops: number;
  /** resets in a row, until it was not stopped any more */
  readonly resets: number;
  /** what it did, for a failure */
  readonly steps: readonly string[];
  /** the state at the end */
  readonly end: string;
};

const MIN_STEPS = 10;
const MORE_STEPS = 25;
const MAX_RESETS = 6;

type World = {
  readonly time: VirtualTime;
  readonly far: ModelFarSide;
  readonly gateway: ModelGateway;
  readonly random: Random;
  readonly steps: string[];
  readonly missing: string[];
  image: readonly Entry[] | undefined;
  images: number;
  stops: number;
  resets: number;
};

async function createWorld(type: ModelType, seed: number): Promise<World> {
  const time = createVirtualTime();
  const random = createRandom(seed);
  const far = await createFarSide(type, time);
  const gateway = createModelGateway(time, far, random);
  await gateway.start([], true);
  const counts = { image: undefined, images: 0, stops: 0, resets: 0 };
  return { time, far, gateway, random, steps: [], missing: [], ...counts };
}

async function createFarSide(type: ModelType, time: VirtualTime): Promise<ModelFarSide> {
  if (type === 'nats') return createModelStream(time, GATEWAY);
  return type === 'mqtt' ? createModelBroker(time) : createModelCenter(time, DEVICES);
}

type Step = (world: World) => Promise<void> | void;

/** Some ms, as between an event and its answer, or minutes. */
const pass: Step = ({ time, random }) => {
  const longest = random.pick([10, 1_000, 60_000, 600_000]);
  return time.advance(random.below(longest));
};

const post: Step = async ({ gateway, random }) => {
  // Now and then more than a page and a window have.
  if (random.below(60) === 0) await gateway.post(300);
  for (let batches = 1 + random.below(3); batches > 0; batches -= 1) await gateway.post(1 + random.below(8));
};

const end = ({ gateway, random }: World): Promise<readonly Entry[]> =>
  random.below(2) === 0 ? gateway.stop() : Promise.resolve(gateway.kill());

/** With or without its uplink for the first minutes. */
async function begin(world: World, image: readonly Entry[]): Promise<void> {
  const { gateway, random, time } = world;
  const isOn = random.below(2) > 0;
  await gateway.start(image, isOn);
  if (isOn) return;
  for (let posts = 1 + random.below(4); posts > 0; posts -= 1) await post(world);
  await time.advance(random.below(300_000));
  await gateway.switchOn();
}

const restart: Step = async (world) => begin(world, await end(world));

const copy: Step = (world) => {
  world.image = world.gateway.image();
};

const putBack: Step = async (world) => {
  const { image } = world;
  if (image === undefined) return;
  await end(world);
  noteMissing(world, true);
  world.images += 1;
  await begin(world, image);
};

const switchFarSide: Step = ({ far }) => {
  if (far.isUp()) far.stop();
  else far.start();
};

/** Does what the reason names, if it names something. */
async function obey(world: World): Promise<boolean> {
  const { gateway, time } = world;
  const { state, reason } = gateway.status();
  if (state !== 'stopped') return false;
  if (reason?.includes('waypost uplink reset far --new-generation') !== true)
    throw new Error(`stopped: ${reason ?? ''}`);
  world.stops += 1;
  let resets = 0;
  do {
    resets += 1;
    await gateway.reset();
    await time.advance(5_000);
  } while (gateway.status().state === 'stopped' && resets < MAX_RESETS);
  world.resets = Math.max(world.resets, resets);
  return true;
}

const obeyStep: Step = async (world) => {
  await obey(world);
};

const STEPS: readonly (readonly [name: string, weight: number, step: Step])[] = [
  ['post', 12, post],
  ['pass', 10, pass],
  ['restart', 2, restart],
  ['copy', 3, copy],
  ['putBack', 3, putBack],
  ['far side', 3, switchFarSide],
  ['obey', 2, obeyStep],
];
const ALL_STEPS = STEPS.flatMap(([name, weight, step]) => Array.from({ length: weight }, () => [name, step] as const));

/** Lets a gateway, its card and its far side live for a while; then everything has to be at the far side. */
export async function runHistory(type: ModelType, seed: number): Promise<HistoryResult> {
  const world = await createWorld(type, seed);
  const { random, time, far, gateway, steps, missing } = world;
  const count = MIN_STEPS + random.below(MORE_STEPS);
  for (let index = 0; index < count; index += 1) {
    const [name, step] = random.pick(ALL_STEPS);
    await step(world);
    steps.push(`${name} ${time.now()} ${gateway.status().state}`);
  }
  if (!far.isUp()) far.start();
  for (let round = 0; round < 10; round += 1) {
    await time.advance(600_000);
    const { state, behind } = gateway.status();
    if (!(await obey(world)) && state === 'idle' && behind.records === 0) break;
  }
  const { state, reason, behind } = gateway.status();
  noteMissing(world, false);
  const ended = gateway.stop();
  await time.advance(10_000);
  await ended;
  const arrived = far.arrived();
  const twice = far.takesTwice
    ? []
    : [...twiceIn(arrived.map(({ content }) => content)), ...twiceIn(arrived.map(({ id }) => id))];
  const { images, stops, resets } = world;
  const stated = `${state} ${behind.records} ${reason ?? ''}`;
  return { records: arrived.length, missing, twice, images, stops, resets, steps, end: stated };
}

function noteMissing({ gateway, far, missing }: World, onlySettled: boolean): void {
  const there = new Set(far.arrived().map(({ content }) => content));
  for (const { content, isSettled } of gateway.records()) {
    if (!there.has(content) && (isSettled || !onlySettled)) missing.push(content);
  }
}

const twiceIn = (all: readonly string[]): readonly string[] => all.filter((one, index) => all.indexOf(one) < index);
