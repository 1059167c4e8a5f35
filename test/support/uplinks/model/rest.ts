import { isRecord } from '../../../../src/domain/records/record.js';
import { failure, success } from '../../../../src/errors.js';
import { readRecordsPost } from '../../../../src/schema/records/records-post.js';
import type { UplinkSettingsOf } from '../../../../src/schema/uplinks/uplink-settings.js';
import type { Devices } from '../../../../src/services/devices/devices.js';
import { createRecordPosts } from '../../../../src/services/history/record-posts.js';
import { createIngest } from '../../../../src/services/ingest/ingest.js';
import type { HttpAnswer, HttpCalls } from '../../../../src/uplinks/rest/http-calls.js';
import { createRestSink } from '../../../../src/uplinks/rest/rest.js';
import { userOf } from '../../api/users.js';
import { deviceOf } from '../../store/records.js';
import { createTestTime } from '../../time/test-time.js';
import { BACK_MS, contentOf, THERE_MS, type ModelFarSide } from './far-side.js';
import { createMemoryStore } from './memory-store.js';
import type { VirtualTime } from './virtual-time.js';

type Answer = Awaited<ReturnType<HttpCalls['post']>>;

const USER = userOf('depot', { privileges: ['ingest'] });
const LOST: Answer = { kind: 'failure', reason: 'it closed the connection without an answer', isLost: true };
const STATUS: Readonly<Record<string, number>> = { conflict: 409, validation_failed: 400, forbidden: 403 };

/** A center: the service that stores what gateways forward, over a store in memory. */
export async function createModelCenter(time: VirtualTime, devices: readonly string[]): Promise<ModelFarSide> {
  const store = createMemoryStore([], { now: time.now, boot: 'center' });
  await store.append([
    { kind: 'gateway', v: { id: 'center' } },
    ...devices.map((id) => ({ kind: 'device' as const, v: deviceOf(id) })),
  ]);
  const noDevices: Pick<Devices, 'register'> = {
    register: () => Promise.resolve(failure('not_found', 'no device')),
  };
  const receive = createIngest({
    store,
    append: store.append,
    devices: noDevices,
    time: createTestTime(undefined, { monotonic: time.now }),
  });
  const posts = createRecordPosts({
    store,
    receive,
    acknowledgements: { receive: () => Promise.resolve(failure('not_found', 'no alert')) },
    depots: { bind: () => Promise.resolve(success(null)) },
    depotDevices: { describe: () => Promise.resolve(success(undefined)) },
  });
  let isUp = true;
  /** counts its stops: an answer of before is lost */
  let epoch = 0;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => time.after(ms, resolve));

  async function answer(path: string, body: object): Promise<HttpAnswer> {
    if (path === '/api/Auth/Token') return { kind: 'answer', status: 200, body: { token: 'token' } };
    const read = readRecordsPost(JSON.parse(JSON.stringify(body)));
    const posted = read.ok ? await posts.post(USER, read.value) : read;
    if (posted.ok) return { kind: 'answer', status: 201, body: { ...posted.value } };
    return { kind: 'answer', status: STATUS[posted.code] ?? 500, body: { error: posted.message } };
  }

  function createCalls(): HttpCalls {
    const pending = new Set<Promise<unknown>>();
    let isClosed = false;
    const isLost = (begun: number): boolean => isClosed || begun !== epoch;
    async function post(path: string, body: object): Promise<Answer> {
      const begun = epoch;
      await wait(THERE_MS);
      if (!isUp || isLost(begun)) return LOST;
      const given = await answer(path, body);
      await wait(BACK_MS);
      return isLost(begun) ? LOST : given;
    }
    return {
      post({ path, body }) {
        const answering = post(path, body);
        pending.add(answering);
        void answering.then(() => pending.delete(answering));
        return answering;
      },
      async close() {
        isClosed = true;
        await Promise.all(pending);
      },
      totals: () => ({ requests: 0, bytes: 0 }),
    };
  }

  const settings: UplinkSettingsOf<'rest'> = {
    ...{ name: 'far', type: 'rest' as const, url: 'https://far.example', from: 'start' as const },
    ...{ userName: 'depot', apiKey: 'key' },
  };
  return {
    settings,
    takesTwice: false,
    createSink: (options) => createRestSink(settings, options, createCalls),
    arrived: () =>
      store.entries.flatMap((entry) => {
        if (!isRecord(entry)) return [];
        return [{ id: entry.v.source.id ?? '', content: contentOf({ kind: entry.kind, ...entry.v }) }];
      }),
    isUp: () => isUp,
    stop() {
      isUp = false;
      epoch += 1;
    },
    start() {
      isUp = true;
    },
    disconnect() {
      epoch += 1;
    },
  };
}
