import { expect } from 'chai';
import { request, signIn, type Answer } from '../api/client.js';
import { TEST_KEY } from './test-key.js';

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Answer }>;

/** Changes users, keys, rules, devices with their group, and commands, and knows what the gateway has acknowledged. */
export type EditLedger = {
  /** Changes one thing after the other until `isOver`; each worker waits for its response. */
  readonly work: (isOver: () => boolean) => Promise<void>;
  /** changes that were acknowledged so far */
  readonly acknowledged: () => number;
  /** statuses other than success, and how often */
  readonly refusals: ReadonlyMap<number, number>;
  /** Everything acknowledged is there, nothing that was refused, and no change by half. */
  readonly verify: () => Promise<void>;
};

const GROUP_SIZE = 3;
const MAX_COMMANDS = 12;
const passwordOf = (n: number): string => `password number ${n}`;

/**
 * Prepares the gateway at `url()`, which may change with a restart. `mayExpire`: a step of the clock may end the wait of a
 * command; it is not canceled then.
 */
export async function openEditLedger(url: () => string, mayExpire = false): Promise<EditLedger> {
  let token = (await signIn(url(), { apiKey: TEST_KEY })).token;
  const send = (method: string, path: string, body?: unknown) =>
    request(url(), method, path, body, { Authorization: `Bearer ${token}` });
  /** Signs in again when a step of the clock has ended the token. */
  const call: Call = async (method, path, body) => {
    const answer = await send(method, path, body);
    if (answer.status !== 401) return answer;
    ({ token } = await signIn(url(), { apiKey: TEST_KEY }));
    return send(method, path, body);
  };
  const create = async (path: string, body: object, noun: string): Promise<string> => {
    const { status, body: answer } = await call('POST', path, body);
    expect(status, JSON.stringify(answer)).to.equal(201);
    return (answer[noun] as { id: string }).id;
  };

  const contact = { country: 'NL', timeZone: 'UTC' };
  const edited = await create('/api/users', { name: 'edited', email: 'edited@example.org', ...contact }, 'user');
  const keyed = await create('/api/users', { name: 'keyed', email: 'keyed@example.org', ...contact }, 'user');
  const rule = await create('/api/notifications', { name: 'rule', emails: ['n0@example.org'] }, 'notification');
  const group = await create('/api/groups', { name: 'group' }, 'group');
  await create('/api/devices', { id: 'commanded' }, 'device');

  const refusals = new Map<number, number>();
  let acknowledged = 0;
  const last = { user: -1, rule: -1, apiKey: '' };
  const members = new Set<string>();
  const waiting = new Set<string>();
  const canceled = new Set<string>();

  /** Calls until it is acknowledged, or over. */
  async function change(method: string, path: string, body?: unknown): Promise<Answer | undefined> {
    const answer = await call(method, path, body);
    if (answer.body.success) {
      acknowledged += 1;
      return answer.body;
    }
    refusals.set(answer.status, (refusals.get(answer.status) ?? 0) + 1);
    return undefined;
  }

  const stateOf = async (id: string): Promise<string> => {
    const { body } = await call('GET', `/api/commands/${id}`);
    return (body.command as { state: string }).state;
  };

  const workers: readonly ((n: number) => Promise<unknown>)[] = [
    async (n) => {
      const fields = { description: String(n), tags: { n: String(n) }, password: passwordOf(n) };
      if (await change('PATCH', `/api/users/${edited}`, fields)) last.user = n;
    },
    async () => {
      const issued = await change('POST', `/api/users/${keyed}/apiKey`);
      if (issued) last.apiKey = String(issued.apiKey);
    },
    async (n) => {
      const fields = { emails: [`n${n}@example.org`], quietMinutes: 2 + (n % 60), alerts: [`Alert${n}`] };
      if (await change('PATCH', `/api/notifications/${rule}`, fields)) last.rule = n;
    },
    async (n) => {
      const id = `member-${n}`;
      if (!(await change('POST', '/api/devices', { id }))) return;
      const devices = [...members, id];
      if (await change('PUT', `/api/groups/${group}`, { name: 'group', devices })) members.add(id);
      const [oldest = ''] = members;
      if (members.size > GROUP_SIZE && (await change('DELETE', `/api/devices/${oldest}`))) members.delete(oldest);
    },
    async (n) => {
      const text = { command: `command ${n}`, waitMinutes: 10_080 };
      const posted = await change('POST', '/api/devices/commanded/sendCommand', text);
      if (posted) waiting.add((posted.command as { id: string }).id);
      const [oldest = ''] = waiting;
      if (waiting.size <= MAX_COMMANDS) return;
      if (mayExpire && (await stateOf(oldest)) === 'expired') waiting.delete(oldest);
      if (!waiting.has(oldest) || !(await change('DELETE', `/api/commands/${oldest}`))) return;
      waiting.delete(oldest);
      canceled.add(oldest);
    },
  ];
  let turn = 0;

  return {
    async work(isOver) {
      await Promise.all(
        workers.map(async (worker) => {
          while (!isOver()) await worker(turn++);
        }),
      );
    },
    acknowledged: () => acknowledged,
    refusals,
    async verify() {
      const { user } = (await call('GET', `/api/users/${edited}`)).body as unknown as { user: Record<string, unknown> };
      expect(user).to.deep.include({ description: String(last.user), tags: { n: String(last.user) } });
      await expectSignIn(url(), { userName: 'edited', password: passwordOf(last.user) });
      await expectSignIn(url(), { userName: 'keyed', apiKey: last.apiKey });
      const { body: shown } = await call('GET', `/api/notifications/${rule}`);
      const n = last.rule;
      const fields = { emails: [`n${n}@example.org`], quietMinutes: 2 + (n % 60), alerts: [`Alert${n}`] };
      expect(shown.notification).to.deep.include(fields);
      const { body: ofGroup } = await call('GET', `/api/groups/${group}`);
      expect(ofGroup.devices).to.have.members([...members]);
      for (const id of members) expect((await call('GET', `/api/devices/${id}`)).status, id).to.equal(200);
      const { commands } = (await call('GET', '/api/commands?state=queued')).body as { commands?: { id: string }[] };
      expect([...waiting], 'commands that wait').to.include.members(commands?.map(({ id }) => id) ?? []);
      for (const id of waiting)
        expect(await stateOf(id), id).to.be.oneOf(mayExpire ? ['queued', 'expired'] : ['queued']);
      for (const id of [...canceled].slice(-3)) expect(await stateOf(id), id).to.equal('canceled');
    },
  };
}

async function expectSignIn(url: string, credentials: object): Promise<void> {
  const { status, body } = await request(url, 'POST', '/api/Auth/Token', credentials);
  expect(status, JSON.stringify(body)).to.equal(200);
}
