import type { Change, Entry } from '../../../src/schema/entry.js';
import { messageOf } from '../channels/messages.js';
import { receiptOf, workOf } from '../provisioning/provisioning.js';
import { openTestStore } from '../store/store.js';
import { deviceOf } from '../store/records.js';

/** Part of every name and text of the depot, so that they differ from the texts of the page. */
export const DEPOT = 'Harderwijk';
export const DEVICE = 'bus-1';
export const RECEIPT = 'receipt';
/** An uplink of the configuration; nothing listens on port 1. */
export const CENTER = {
  ...{ name: `${DEPOT}-center`, type: 'rest', url: 'http://127.0.0.1:1' },
  ...{ userName: DEPOT, apiKey: 'secret' },
} as const;
const LONG_NAME = `${DEPOT} Centraal – Lelystad Batavia Haven, articulated bus 18 m, reserve for the night service`;

const messageTo = (to: string, text = `${DEPOT}: come home`): Change => ({
  kind: 'message',
  v: messageOf(DEVICE, { to, text }),
});

/** Changes that no API call can make: settled messages, a receipt and a tracker that was cut off. */
export async function seedDepot(folder: string): Promise<void> {
  const store = await openTestStore(folder);
  await store.append([{ kind: 'device', v: { ...deviceOf(DEVICE), name: LONG_NAME } }]);
  const settle = async (change: Change, settlement: object): Promise<void> => {
    const [entry] = await store.append([change]);
    await store.append([settlementOf(entry, settlement)]);
  };
  await settle(messageTo('sent@depot.example'), { state: 'sent', references: ['250 queued as 4711'], counted: 1 });
  await settle(messageTo('failed@a-very-long-host-name.of-the-depot.example'), {
    state: 'failed',
    reason: 'mail.depot.example is unreachable: connect ECONNREFUSED',
  });
  await settle(messageTo('uncertain@depot.example'), {
    state: 'uncertain',
    reason: 'the gateway stopped while sending it: it may have been sent',
  });
  await settle(messageTo('expired@depot.example'), {
    state: 'expired',
    reason: 'not sent in time: mail.depot.example is unreachable: connect ECONNREFUSED',
  });
  for (const reason of ['repeat', 'limit_reached']) {
    await store.append([{ kind: 'message', v: messageOf(DEVICE, { text: `${DEPOT} ${reason}`, suppressed: reason }) }]);
  }
  await store.append([
    {
      kind: 'provisioning-receipt',
      v: receiptOf({ template: { id: 'vans', name: `${DEPOT} vans` }, secrets: ['password'] }),
    },
    {
      kind: 'provisioning-begun',
      v: workOf({ hardwareId: '860000000000033', template: { id: 'vans', name: `${DEPOT} vans` } }),
    },
  ]);
  await store.append(centerChanges());
  await store.close();
}

/** The center refuses a device, and has missed some entries. */
function centerChanges(): Change[] {
  const { name, type, url } = CENTER;
  const at = '2026-03-01T08:15:00.000Z';
  const refused = { lane: 'history', deviceId: DEVICE, reason: `device ${DEVICE} not found`, at } as const;
  return [
    { kind: 'uplink-begun', v: { name, address: `${type} ${url}`, after: { alerts: 0, history: 0 } } },
    { kind: 'uplink-dropped', v: { name, from: 1, to: 2, entries: 2 } },
    { kind: 'uplink-dead-letters', v: { name, ...refused, removed: [], added: [[3, 7, 4]] } },
  ];
}

function settlementOf(entry: Entry | undefined, settlement: object): Change {
  const v = { id: String(entry?.n), state: 'sent', reason: null, counted: 0, references: [], ...settlement } as const;
  return { kind: 'message-settled', v };
}
