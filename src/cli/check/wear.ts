import { predictWear, totalBytes, lifetimeYears, type StoreSizes } from '../../domain/disk-wear.js';
import type { MmcDevice } from '../../disk/mmc.js';
import type { RecentLoad } from '../../store/check/write-load.js';
import { ok, warning, type CheckFinding } from './finding.js';

/** A cautious value: makers of common cards publish none, makers of high-endurance cards 1,500 and more. */
const WRITE_CYCLES = 500;
const COMMON_CARD_BYTES = 32e9;
const MIN_YEARS = 3;
const MAX_SHOWN_YEARS = 100;
const REDUCE_WRITES_REMEDY =
  'post in batches, let trackers report less often, or move the data folder to an SSD or a high-endurance card';
const REPLACE_CARD_REMEDY = 'back up the data folder (waypost backup FILE) and replace the card';
/** warning limit for the used tenths of its life that an eMMC reports */
const WORN_TENTHS = 9;

/** Predicts the lifetime of the card from the recent write load, and checks the wear that it reports. */
export function checkWear(load: RecentLoad | null, card: MmcDevice | null, sizes: StoreSizes): CheckFinding[] {
  return [checkRate(load, card, sizes), ...(card === null ? [] : [checkCard(card)])];
}

function checkRate(load: RecentLoad | null, card: MmcDevice | null, sizes: StoreSizes): CheckFinding {
  if (load === null) return ok('wear', 'the daily write volume is known after one hour of entries');
  const daily = predictWear(load, sizes);
  const bytes = card?.bytes ?? COMMON_CARD_BYTES;
  const years = lifetimeYears({ bytes, fullWrites: WRITE_CYCLES }, daily.cardBytes);
  const span = `${new Date(load.from).toISOString()} to ${new Date(load.to).toISOString()}`;
  const what =
    `writes about ${sizeOf(daily.cardBytes)} per day (${sizeOf(totalBytes(daily.bytes))} of data in ` +
    `${Math.round(daily.syncs)} syncs, as whole pages with the ext4 journal; from ${load.entries} entries, ${span}); ` +
    `${card === null ? 'an SD card' : card.name} of ${Math.round(bytes / 1e9)} GB that endures ${WRITE_CYCLES} full writes lasts ` +
    (years > MAX_SHOWN_YEARS
      ? `more than ${MAX_SHOWN_YEARS} years`
      : `about ${years.toFixed(years < 10 ? 1 : 0)} years`);
  return years < MIN_YEARS ? warning('wear', what, REDUCE_WRITES_REMEDY) : ok('wear', what);
}

function checkCard({ name, usedTenths, preEol }: MmcDevice): CheckFinding {
  if (usedTenths === null && preEol === null) return ok('wear', `${name} does not report its wear; SD cards never do`);
  const used =
    usedTenths === null
      ? 'no wear level'
      : usedTenths > 10
        ? 'the end of its life'
        : `${(usedTenths - 1) * 10} to ${usedTenths * 10} % of its life used`;
  const spare = preEol === null || preEol < 2 ? '' : ', and its spare blocks running out';
  const what = `${name} reports ${used}${spare}`;
  return (usedTenths ?? 0) >= WORN_TENTHS || spare !== ''
    ? warning('wear', what, REPLACE_CARD_REMEDY)
    : ok('wear', what);
}

const sizeOf = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(bytes >= 1e7 ? 0 : 1)} MB`;
