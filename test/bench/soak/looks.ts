import { join } from 'node:path';
import { readdirSync } from 'node:fs';
import type { WearStatus } from '../../../src/schema/system/disk-wear.js';
import { sizeOf } from '../compare/peer.js';
import { rssMb } from '../measure/process.js';
import { median, quantile } from '../measure/statistics.js';
import type { SoakedGateway } from './gateway.js';

/** What is measured during a soak. */

export type Sample = { readonly minute: number; readonly rss: number; readonly descriptors: number };

export type Row = {
  readonly hour: number;
  /** median of the samples since the row before, MB */
  readonly rss: number;
  readonly descriptors: number;
  readonly folderMb: number;
  /** of a post, ms of the machine */
  readonly p50: number;
  readonly p99: number;
  readonly posts: number;
  /** records that the uplink has not sent */
  readonly behind: number;
  /** messages in the outbox */
  readonly waiting: number;
  readonly status: string;
  readonly wear: WearStatus;
};

type Health = {
  readonly status: string;
  readonly reason?: string;
  readonly outbox: { readonly waiting: number };
  readonly uplinks?: readonly { readonly behind: { readonly records: number } }[];
  readonly wear: WearStatus;
};

export const readHealth = ({ call }: Pick<SoakedGateway, 'call'>): Promise<Health> => call('GET', '/api/health');
export const behindOf = ({ uplinks = [] }: Health): number =>
  uplinks.reduce((sum, { behind }) => sum + behind.records, 0);

export const sampleOf = (pid: number, minute: number): Sample => ({
  ...{ minute, rss: rssMb(pid) },
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
});

type RowOptions = {
  readonly hour: number;
  readonly folder: string;
  readonly gateway: SoakedGateway;
  readonly samples: readonly Sample[];
  readonly delays: readonly number[];
};

export async function readRow({ hour, folder, gateway, samples, delays }: RowOptions): Promise<Row> {
  const health = await readHealth(gateway);
  return {
    hour,
    rss: median(samples.map(({ rss }) => rss)),
    descriptors: median(samples.map(({ descriptors }) => descriptors)),
    folderMb: sizeOf(join(folder, 'data')) / 1e6,
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    posts: delays.length,
    behind: behindOf(health),
    waiting: health.outbox.waiting,
    status: health.reason ?? health.status,
    wear: health.wear,
  };
}

/** The rows of the first and of the last third of the hours from `from` on. */
export function thirdsOf(rows: readonly Row[], from: number): { readonly first: Row[]; readonly last: Row[] } {
  const compared = rows.filter(({ hour }) => hour > from);
  const third = Math.floor(compared.length / 3);
  return { first: compared.slice(0, third), last: compared.slice(compared.length - third) };
}
