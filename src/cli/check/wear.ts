import { predictWear, totalBytes, lifetimeYears, type StoreSizes } from '../../domain/disk-wear.js';
import type { MmcDevice } from '../../disk/mmc.js';
import type { RecentLoad } from '../../store/check/write-load.js';
import { ok, warning, type CheckFinding } from './finding.js';

/** What makers of common cards do not say and cards stand: makers of such for cameras say 1,500 and more. */
const WRITE_CYCLES = 500;
const COMMON_CARD_BYTES = 32e9;
const MIN_YEARS = 3;
const MAX_SHOWN_YEARS = 100;
const REDUCE_WRITES_REMEDY =
  'post in batches, have trackers report less often, or put the data folder on an SSD or a card made for cameras';
const REPLACE_CARD_REMEDY = 'make a backup (waypost backup FILE) and replace the card';
/** of an eMMC that says that so many tenths of its life are used */
const WORN_TENTHS = 9;

/** How long the card lives with what is written lately, and what it says of itself. */
export function checkWear(load: RecentLoad | null, card: MmcDevice | null, sizes: StoreSizes): CheckFinding[] {
  return [checkRate(load, card, sizes), ...(card === null ? [] : [checkCard(card)])];
}

function checkRate(load: RecentLoad | null, card: MmcDevice | null, sizes: StoreSizes): CheckFinding {
  if (load === null) return ok('wear', 'how much is written a day is known once there is an hour of entries');
  const daily = predictWear(load, sizes);
  const bytes = card?.bytes ?? COMMON_CARD_BYTES;
  const years = lifetimeYears({ bytes, fullWrites: WRITE_CYCLES }, daily.cardBytes);
  const span = `${new Date(load.from).toISOString()} to ${new Date(load.to).toISOString()}`;
  const what =
    `writes about ${sizeOf(daily.cardBytes)} a day (${sizeOf(totalBytes(daily.bytes))} of data in ` +
    `${Math.round(daily.syncs)} syncs, in whole pages with the journal of ext4; by ${load.entries} entries from ${span}); ` +
    `${card === null ? 'an SD card' : card.name} of ${Math.round(bytes / 1e9)} GB, if it can be written ${WRITE_CYCLES} times in full, lasts ` +
    (years > MAX_SHOWN_YEARS
      ? `more than ${MAX_SHOWN_YEARS} years`
      : `about ${years.toFixed(years < 10 ? 1 : 0)} years`);
  return years < MIN_YEARS ? warning('wear', what, REDUCE_WRITES_REMEDY) : ok('wear', what);
}

function checkCard({ name, usedTenths, preEol }: MmcDevice): CheckFinding {
  if (usedTenths === null && preEol === null)
    return ok('wear', `${name} does not say how worn it is, as SD cards do not`);
  const used =
    usedTenths === null
      ? 'nothing of its life'
      : usedTenths > 10
        ? 'that its life is over'
        : `that ${(usedTenths - 1) * 10} to ${usedTenths * 10} % of its life is used`;
  const spare = preEol === null || preEol < 2 ? '' : ', and that its spare blocks run out';
  const what = `${name} says ${used}${spare}`;
  return (usedTenths ?? 0) >= WORN_TENTHS || spare !== ''
    ? warning('wear', what, REPLACE_CARD_REMEDY)
    : ok('wear', what);
}

const sizeOf = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(bytes >= 1e7 ? 0 : 1)} MB`;
