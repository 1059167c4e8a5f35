import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { signIn } from '../support/api/client.js';
import { callOnce, createTally, repeatFor, type Address, type Call } from '../support/attack/strangers.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

const SECONDS = Number(process.env.WAYPOST_ATTACK_SECONDS ?? 6);
const ADDRESSES = 200;
const GUESSES_PER_SECOND = 50;
const MAX_P99_MS = 1_000;
const PASSWORD = 'a right password';
const KNOWN_ADDRESS = '127.0.30.1';

const guesserAddress = (turn: number): string => `127.0.7.${1 + (turn % ADDRESSES)}`;

describe('sign-ins while keys and passwords are guessed', function () {
  this.timeout(this.timeout() + SECONDS * 1_000);
  const folder = useFolder();
  let gateway: Gateway;
  let address: Address;
  let apiKey = '';
  let token = '';
  afterEach(killAll);

  const signInFrom = (localAddress: string, secret: object): Call => ({
    method: 'POST',
    path: '/api/Auth/Token',
    body: { userName: 'keeper', ...secret },
    localAddress,
  });

  beforeEach(async () => {
    gateway = await startGateway({ folder: folder(), config: { mdns: { enabled: false }, log: { level: 'warn' } } });
    const { hostname, port } = new URL(gateway.url);
    address = { host: hostname, port: Number(port) };
    const admin = await signIn(gateway.url, { apiKey: TEST_KEY });
    const contact = { email: 'keeper@depot.example', country: 'ES', timeZone: 'Europe/Madrid' };
    const created = await admin.call('POST', '/api/users', { name: 'keeper', ...contact, password: PASSWORD });
    const { id } = created.body.user as { id: string };
    apiKey = String((await admin.call('POST', `/api/users/${id}/apiKey`)).body.apiKey);
    ({ token } = await signIn(gateway.url, { userName: 'keeper', apiKey }));
    expect(await callOnce(address, signInFrom(KNOWN_ADDRESS, { password: PASSWORD }))).to.equal(200);
    // Stored after the note that the address is known.
    await admin.call('PATCH', `/api/users/${id}`, { description: 'signed in' });
  });

  /** The times of calls one after the other until the attack is over; each must succeed. */
  async function measure(call: (turn: number) => Call): Promise<number[]> {
    const times: number[] = [];
    await repeatFor(SECONDS, 1, async (turn) => {
      const begin = performance.now();
      expect(await callOnce(address, call(turn)), `call ${turn}`).to.equal(200);
      times.push(performance.now() - begin);
      await delay(50);
    });
    return times;
  }

  const victims = {
    'one name': () => 'keeper',
    'a new name each time': (turn: number) => `name-${turn}`,
  };
  for (const [title, nameOf] of Object.entries(victims)) {
    it(`the right key and password sign in within a second while ${ADDRESSES} addresses guess for ${title}`, async () => {
      const guesses = createTally();
      const guessing = repeatFor(SECONDS, GUESSES_PER_SECOND, async (turn) => {
        const secret = turn % 2 === 0 ? { apiKey: `guess ${turn}` } : { password: `a long guess ${turn}` };
        const guess = signInFrom(guesserAddress(turn), secret);
        guesses.add(await callOnce(address, { ...guess, body: { userName: nameOf(turn), ...secret } }));
        await delay(1_000);
      });
      const measured = {
        'the right key from a new address': measure((turn) =>
          signInFrom(`127.0.${40 + Math.floor(turn / 250)}.${1 + (turn % 250)}`, { apiKey }),
        ),
        'the right password from a known address': measure(() => signInFrom(KNOWN_ADDRESS, { password: PASSWORD })),
        'a token at the address of a guesser': measure((turn) => ({
          method: 'GET',
          path: '/api/devices',
          token,
          localAddress: guesserAddress(turn),
        })),
      };
      for (const [name, measuring] of Object.entries(measured)) {
        const times = (await measuring).toSorted((a, b) => a - b);
        const p99 = Math.round(times[Math.ceil(times.length * 0.99) - 1] ?? NaN);
        console.log(`      ${name}: ${times.length} times, p99 ${p99} ms`);
        expect(p99, name).to.be.lessThan(MAX_P99_MS);
      }
      await guessing;
      const counts = guesses.counts();
      console.log(`      guesses: ${JSON.stringify(counts)}`);
      expect(counts).to.have.any.keys('status 401', 'status 429');
      expect(counts).not.to.have.any.keys('status 200', 'status 500');
      expect(await gateway.end('SIGTERM')).to.equal(0);
    });
  }
});
