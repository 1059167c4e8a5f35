import { expect } from 'chai';
import type { Message } from '../../../src/domain/messages/message.js';
import { createSendOrder } from '../../../src/domain/messages/send-order.js';
import { messageOf } from '../../support/channels/messages.js';

const stamp = { at: '2026-11-22T08:00:00.000Z', boot: 'b', up: 1 };
const message = (id: string, deviceId: string, own: Partial<Message>): Message => ({
  ...messageOf(deviceId),
  id,
  state: 'queued',
  reason: null,
  attempts: 0,
  date: null,
  queued: stamp,
  settled: null,
  references: [],
  deliveries: [],
  ...own,
});
const alert = (id: string, deviceId: string, name = 'Door'): Message =>
  message(id, deviceId, { cause: { rule: 'r', alert: { dateTime: stamp.at, alerts: [name] } } });
const posted = (id: string, user: string): Message => message(id, 'bus', { cause: { user } });

/** The ids in the order in which they are sent. */
function sentOrder(queued: readonly Message[]): string[] {
  const order = createSendOrder();
  const left = [...queued];
  const sent: string[] = [];
  for (let next = order.next(left); next !== undefined; next = order.next(left)) {
    order.onSent(next);
    left.splice(left.indexOf(next), 1);
    sent.push(next.id);
  }
  return sent;
}

describe('createSendOrder', () => {
  it('alerts go before posted messages, and the messages of one owner in the order of the queue', () => {
    expect(sentOrder([posted('1', 'ada'), alert('2', 'bus'), posted('3', 'ada'), alert('4', 'bus')])).to.deep.equal([
      ...['2', '4'],
      ...['1', '3'],
    ]);
  });

  it('devices take turns, so that a flood of one of them delays no other', () => {
    const flood = Array.from({ length: 5 }, (_, i) => alert(`f${i}`, 'flood'));
    expect(sentOrder([...flood, alert('sos', 'bus', 'SOSButton'), alert('van', 'van')])).to.deep.equal([
      ...['sos', 'f0', 'van'],
      ...['f1', 'f2', 'f3', 'f4'],
    ]);
  });

  it('a device that was served longest ago goes first, also when it comes later', () => {
    const order = createSendOrder();
    const flood = Array.from({ length: 2_000 }, (_, i) => alert(`f${i}`, 'flood'));
    for (const one of flood.slice(0, 3)) order.onSent(one);
    order.onSent(alert('v', 'van'));
    expect(order.next([...flood, alert('v2', 'van'), alert('sos', 'bus', 'SOSButton')])?.id).to.equal('sos');
    order.onSent(alert('sos', 'bus'));
    expect(order.next([...flood, alert('v2', 'van'), alert('b2', 'bus')])?.id).to.equal('f0');
  });

  it('an alert that the API names goes before invented ones of the same device', () => {
    expect(sentOrder([alert('1', 'bus', 'A1'), alert('2', 'bus', 'A2'), alert('3', 'bus', 'SOS')])).to.deep.equal([
      ...['3', '1', '2'],
    ]);
  });

  it('users take turns', () => {
    expect(sentOrder([posted('1', 'ada'), posted('2', 'ada'), posted('3', 'bob')])).to.deep.equal(['1', '3', '2']);
  });
});
