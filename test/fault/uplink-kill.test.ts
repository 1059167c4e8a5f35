import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createRandom } from '../support/protocols/random.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';
import { startTcpProxy } from '../support/uplinks/tcp-proxy.js';
import { createDepot, type Depot } from './uplinks/depot.js';
import { FAR_SIDES, type Arrived, type FarSideType } from './uplinks/far-sides.js';

const RECORDS = Number(process.env.WAYPOST_UPLINK_RECORDS ?? 3_600);
const DEVICES = Number(process.env.WAYPOST_UPLINK_DEVICES ?? 24);
/** of gateways; of the far side and of the network see EVENTS */
const KILLS = Number(process.env.WAYPOST_UPLINK_KILLS ?? 5);
const GATEWAYS = 3;
const RESTORES = 2;
/** A third as many kills of the far side, and a fifth as many cuts of the network. */
const EVENTS: readonly Event[] = [
  ...Array<Event>(KILLS).fill('gateway'),
  ...Array<Event>(Math.ceil(KILLS * 0.3)).fill('far side'),
  ...Array<Event>(Math.ceil(KILLS * 0.2)).fill('network'),
];
type Event = 'gateway' | 'far side' | 'network';

const storeOf = (id: string): string => id.slice(0, id.lastIndexOf(':'));
const numberIn = (id: string): number => Number(id.slice(id.lastIndexOf(':') + 1));

/** The numbers of each device, lane and store rise: the first time that each id arrives counts. */
function expectOrder(arrived: readonly Arrived[]): void {
  const seen = new Set<string>();
  const last = new Map<string, number>();
  const wrong: string[] = [];
  for (const { id, deviceId, kind } of arrived) {
    if (seen.has(id)) continue;
    seen.add(id);
    const key = `${storeOf(id)} ${kind === 'location' ? 'history' : 'alerts'} ${deviceId}`;
    if (numberIn(id) < (last.get(key) ?? 0)) wrong.push(`${id} after ${last.get(key) ?? 0}`);
    last.set(key, numberIn(id));
  }
  expect(wrong).to.deep.equal([]);
}

describe('kill -9 of gateways and far sides while records are forwarded', () => {
  const folder = useFolder();
  const depots: Depot[] = [];
  const ends: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const depot of depots.splice(0)) await depot.end();
    for (const end of ends.splice(0).reverse()) await end();
  });
  after(killAll);

  async function campaign(farType: FarSideType): Promise<void> {
    const random = createRandom(22);
    const devices = Array.from({ length: DEVICES }, (_, index) => `bus-${index}`);
    const folderOf = (name: string): string => {
      const path = join(folder(), name);
      mkdirSync(path);
      return path;
    };
    const far = await farType.start(folderOf('far'), devices);
    ends.push(far.end);
    const network = await startTcpProxy(far.port);
    ends.push(network.close);
    const events = EVENTS.toSorted(() => random.below(3) - 1);
    const rounds = events.length;
    const perPost = Math.max(1, Math.round(RECORDS / rounds / DEVICES));
    for (let index = 0; index < GATEWAYS; index += 1) {
      const own = devices.filter((_, at) => at % GATEWAYS === index);
      const depot = createDepot(folderOf(`gateway-${index}`), farType.settings(network.port), own, perPost);
      depots.push(depot);
      await depot.start();
    }
    const stored = new Set<string>();
    const [first] = depots;

    for (const [round, event] of events.entries()) {
      // In the middle of what is stored in this round.
      const at = 1 + random.below(DEVICES);
      let posted = 0;
      let happened: Promise<void> | undefined;
      const onPosted = (): void => {
        posted += 1;
        if (posted === at) happened = happen(event, random.below(GATEWAYS));
      };
      await Promise.all(depots.map((depot) => depot.ingest(onPosted)));
      await happened;
      if (round === Math.floor(rounds / 4)) await first?.backUp();
      const isRestore = round === Math.floor(rounds / 2) || round === Math.floor((rounds * 3) / 4);
      if (!isRestore || first === undefined) continue;
      await first.forwarded(FORWARDED_MS);
      await first.collect(stored);
      await first.restore();
    }

    async function happen(event: Event, index: number): Promise<void> {
      if (event === 'network') network.cut();
      else if (event === 'far side') await far.killAndStart();
      else await depots[index]?.killAndStart();
    }

    const end = async (): Promise<readonly Arrived[]> => {
      for (const depot of depots) await depot.forwarded(FORWARDED_MS);
      return far.arrived();
    };
    let arrived = await end();
    for (const depot of depots) await depot.collect(stored);
    const missingFrom = (all: readonly Arrived[]): string[] => {
      const ids = new Set(all.map(({ id }) => id));
      return [...stored].filter((id) => !ids.has(id));
    };
    const lost = missingFrom(arrived).length;
    const repeated = arrived.length - new Set(arrived.map(({ id }) => id)).size;
    if (farType.keepsOrder) expectOrder(arrived);
    if (!farType.isDurable && lost > 0) {
      // Only the counts of both sides show it; the far side drops what it has.
      for (const depot of depots) await depot.sendAgain();
      arrived = await end();
    }
    const counts = `${stored.size} stored, ${repeated} repeated, ${lost} lost by the far side and sent again`;
    const faults = `${KILLS} kills of gateways, ${rounds - KILLS} of the far side and the network, ${RESTORES} restores`;
    console.log(`      ${farType.type}: ${counts}; ${faults}`);
    expect(missingFrom(arrived)).to.deep.equal([]);
    expect(arrived.filter(({ id }) => !stored.has(id))).to.deep.equal([]);
    if (farType.isExactlyOnce) expect(repeated).to.equal(0);
    if (farType.isDurable) expect(lost).to.equal(0);
    expect(stored.size).to.be.at.least((rounds * perPost * DEVICES) / 2);
  }

  for (const farType of FAR_SIDES) {
    const how = `${farType.keepsOrder ? ', each device in order' : ''}${farType.isExactlyOnce ? ', each once' : ''}`;
    it(`all records of ${GATEWAYS} gateways arrive by ${farType.type}${how}`, async function () {
      this.timeout(this.timeout() + EVENTS.length * 20_000);
      await campaign(farType);
    });
  }
});

const FORWARDED_MS = 300_000;
