import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApp } from '../support/gateway/app.js';
import { createArbitraries } from '../support/api/arbitrary.js';
import { signIn } from '../support/api/client.js';
import { requestsTo, type FuzzRequest } from '../support/api/fuzz-request.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { createKnownIds } from '../support/api/fuzz-ids.js';
import { createAnswerCheck, createSchemas, type OpenApi, type Schema } from '../support/api/openapi.js';
import { createRawClient, type RawAnswer } from '../support/api/raw-client.js';
import { deviceOf } from '../support/store/records.js';
import { userOf, usersWithKey } from '../support/api/users.js';

const REQUESTS = Number(process.env.WAYPOST_FUZZ ?? 2_000);
const SEED = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
/** generated at a time */
const CHUNK = 250;
/** The first part of the requests fills caches and compiles code. */
const WARM_UP = 0.25;
const MAX_GROWTH_MIB = 24;
const MIB = 1_048_576;
/** Below the longest generated body. */
const BODY_LIMIT = 65_536;
const creation = '2026-01-01T00:00:00.000Z';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

type Memory = { readonly heap: number; readonly rss: number };

function memory(): Memory {
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / MIB, rss: rss / MIB };
}

describe('random requests', function () {
  this.timeout(this.timeout() + REQUESTS * 50);
  const app = useApp({
    config: { licenses: { total: 60 }, http: { bodyLimit: BODY_LIMIT } },
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      {
        kind: 'group',
        v: { id: 'depot', name: 'depot', description: '', devices: ['bus'], creation, lastModified: creation },
      },
      ...(await usersWithKey(userOf('reader'), userOf('driver', { privileges: ['ingest'] }))),
    ],
  });

  it('every response matches the OpenAPI document, and memory does not grow', async () => {
    const document = (await (await fetch(`${app.url()}/openapi.json`)).json()) as OpenApi;
    const ids = createKnownIds({
      deviceId: ['bus', 'van'],
      userId: ['id-of-driver'],
      groupId: ['depot'],
      file: ['init.js'],
    });
    const reader = await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY });
    const client = createRawClient(app.url());
    const problemOf = createJudge(document);
    const arbitrary = requestsTo(document, createArbitraries(document.components.schemas, createIsValid(document)));
    const tally = createTally();
    const startedAt = process.hrtime.bigint();

    let warm: Memory | undefined;
    for (let chunk = 0; tally.sent() < REQUESTS; chunk++) {
      const numRuns = Math.min(CHUNK, REQUESTS - tally.sent());
      for (const request of fc.sample(arbitrary, { seed: SEED + chunk, numRuns })) {
        const { token } = tally.sent() % 10 === 9 ? reader : app.admin();
        const { method, body } = request;
        const path = ids.fill(request) + request.query;
        const headers = { Authorization: `Bearer ${token}`, ...request.headers };
        const answer = await client.send({ method, path, headers, body });
        tally.add(request, answer.status, problemOf(request, path, answer));
        await ids.learn(request, path, answer, app.admin());
        // Otherwise the limit on failed sign-ins would hide other responses.
        if (tally.sent() % 40 === 0) app.clock.advance(10_000);
      }
      if (tally.sent() >= REQUESTS * WARM_UP) warm ??= memory();
    }
    client.close();

    const after = memory();
    const before = warm ?? after;
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
    process.stdout.write(
      [
        `      seed ${SEED}, ${seconds.toFixed(1)} s, ${tally.text()}`,
        `      heap ${before.heap.toFixed(1)} → ${after.heap.toFixed(1)} MiB, rss ${before.rss.toFixed(1)} → ${after.rss.toFixed(1)} MiB\n`,
      ].join('\n'),
    );
    expect(tally.findings()).to.deep.equal([]);
    expect(after.heap - before.heap, 'MiB of heap').to.be.lessThan(MAX_GROWTH_MIB);
  });
});

/** Counts responses and keeps the first problem of each kind. */
function createTally() {
  const findings = new Map<string, string>();
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  let [sent, good, done] = [0, 0, 0];
  return {
    add(request: FuzzRequest, status: number, problem: Problem | undefined) {
      sent += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (problem !== undefined && !findings.has(problem.kind)) findings.set(problem.kind, problem.text);
      if (!request.good) return;
      good += 1;
      if (status >= 300) return;
      done += 1;
      succeeded.add(`${request.method} ${request.path}`);
    },
    sent: () => sent,
    findings: () => [...findings.values()],
    text() {
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
      return `${sent} requests; ${counts.join(', ')}; ${done} of ${good} good ones succeeded, of ${succeeded.size} operations`;
    },
  };
}

/** Creates a check of values against any schema in the document. */
function createIsValid(document: OpenApi): (schema: Schema, value: unknown) => boolean {
  const validators = new Map<Schema, ReturnType<ReturnType<typeof createSchemas>>>();
  return (schema, value) => {
    const check =
      validators.get(schema) ??
      createSchemas({ ...document, components: { schemas: { ...document.components.schemas, own: schema } } })(
        'components',
        'schemas',
        'own',
      );
    validators.set(schema, check);
    return check(JSON.parse(JSON.stringify(value)));
  };
}

type Problem = { readonly kind: string; readonly text: string };

/** Creates a check of responses; `kind` groups equal problems. */
function createJudge(
  document: OpenApi,
): (request: FuzzRequest, path: string, answer: RawAnswer) => Problem | undefined {
  const undocumented = createAnswerCheck(document);
  return ({ method, path: template, body: sent }, path, { status, contentType, text }) => {
    const kind = `${method} ${template} ${status}`;
    const shown = `${method} ${path} ${typeof sent === 'string' ? sent.slice(0, 500) : ''} → ${status} ${text.slice(0, 300)}`;
    if (status >= 500 && status !== 501) return { kind, text: shown };
    const isJson = contentType.startsWith('application/json');
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    const mismatch = undocumented({ method, path, status, contentType, body });
    return mismatch === undefined
      ? undefined
      : { kind: `${kind} ${mismatch.slice(0, 120)}`, text: `${mismatch} for ${shown}` };
  };
}
