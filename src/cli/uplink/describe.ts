import type { DeadLetterView, UplinkView } from '../../schema/uplinks/uplink.js';
import { printable } from '../../schema/printable-text.js';
import { factLines, notedTable, tableLines } from '../terminal/table.js';

const HEADINGS = ['UPLINK', 'TYPE', 'STATE', 'BEHIND', 'OLDEST', 'ACKNOWLEDGED', 'DEAD LETTERS'] as const;
const DEAD_HEADINGS = ['DEVICE', 'ENTRIES', 'RECORDS', 'REFUSED', 'REASON'] as const;

/** `now`: ms since 1970. Times are ages, so that a row fits 80 columns. */
export function describeUplinks(uplinks: readonly UplinkView[], now: number): string {
  if (uplinks.length === 0) return 'No uplinks. To add one: the list uplinks of the configuration, or the dashboard\n';
  const rows = uplinks.map((uplink) => ({
    cells: [
      uplink.name,
      uplink.type,
      uplink.state,
      String(uplink.behind.records),
      ageOf(uplink.behind.oldest, now),
      ageOf(uplink.lastAcknowledgement, now),
      String(uplink.deadLetters),
    ],
    notes: notesOf(uplink),
  }));
  return notedTable(HEADINGS, rows, { cut: ['UPLINK'] });
}

function notesOf({ name, reason, dropped, deadLetters, lastError }: UplinkView): string[] {
  const notes = reason === null ? [] : [printable(reason)];
  if (deadLetters > 0)
    notes.push(`the far side refuses records: waypost uplink status ${name} lists them, retry sends them`);
  if (dropped > 0)
    notes.push(
      `${dropped} entries were gone before they were forwarded: retention removed them, or they cannot be read`,
    );
  if (reason === null && lastError !== null) notes.push(`last error, ${lastError.at}: ${printable(lastError.message)}`);
  return notes;
}

export function describeUplink(uplink: UplinkView, dead: readonly DeadLetterView[], now: number): string {
  const { behind, lastError, settings } = uplink;
  const facts = factLines({
    Uplink: uplink.name,
    Type: uplink.type,
    Address: typeof settings.url === 'string' ? settings.url : '',
    'Set by': uplink.source === 'configuration' ? 'the configuration' : 'the API',
    State: uplink.state,
    Reason: uplink.reason ?? '',
    Behind: `${behind.records} entries${behind.oldest === null ? '' : `, the oldest from ${behind.oldest}`}`,
    Acknowledged: uplink.lastAcknowledgement ?? '',
    'Last error': lastError === null ? '' : `${lastError.at}: ${lastError.message}`,
    Forwarded: `${uplink.forwarded} since the start, ${uplink.repeated} of them repeated`,
    Dropped: `${uplink.dropped} entries`,
    'Dead letters': String(uplink.deadLetters),
  });
  if (dead.length === 0) return facts;
  const rows = dead.map(({ deviceId, from, to, records, at, reason }) => [
    deviceId,
    `${from}-${to}`,
    String(records),
    ageOf(at, now),
    reason,
  ]);
  return [facts, ...tableLines(DEAD_HEADINGS, rows, { cut: ['REASON'] }), ''].join('\n');
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** `3 min`; `-` for none. A clock that differs from that of the gateway gives no negative age. */
function ageOf(instant: string | null, now: number): string {
  if (instant === null) return '-';
  const seconds = Math.max(0, Math.floor((now - Date.parse(instant)) / 1_000));
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit}`;
}
