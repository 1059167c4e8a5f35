import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { useMessageGateway } from '../../support/cases/message-gateway.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { WEBHOOK_SECRET } from '../../support/channels/webhook-receiver.js';
import { promtool } from '../../support/monitoring/promtool.js';

describe('receivers of webhooks, and of metrics', () => {
  const gateway = useMessageGateway();
  const { until, messages } = gateway;

  for (const { id, input } of [opsCase('K8a'), opsCase('K8b'), opsCase('K8p0'), opsCase('K8p1'), opsCase('K8p2')]) {
    const { receiver: text } = input as { readonly receiver: string };
    it(`${id}: ${text}: the alert is kept and tried again, and the reason names the status`, async () => {
      const status = Number(text.slice(0, 3));
      const receiver = await gateway.webhook();
      let isBack = false;
      receiver.answerBy((response) => {
        if (isBack) response.writeHead(204).end();
        else response.writeHead(status, { Location: receiver.url, 'Retry-After': '2' }).end();
      });
      await gateway.raise();
      await until('it was tried', async () => typeof (await messages())[0]?.reason === 'string');
      const [message] = await messages();
      expect(message).to.include({ state: 'queued' });
      expect(message?.reason).to.include(`status ${status}`);
      expect(receiver.received, 'no redirect is followed').to.have.length(1);
      isBack = true;
      await until('it is sent', async () => (await messages())[0]?.state === 'sent');
    });
  }

  it('K22p0: the signature is that of the bytes, also of emoji and separators', async () => {
    const { alert } = opsCase('K22p0').input as { readonly alert: string };
    const { text } = (JSON.parse(alert) as { readonly alert: { readonly text: string } }).alert;
    const receiver = await gateway.webhook();
    await gateway.raise(text);
    await until('it has arrived', () => receiver.received.length === 1);
    const [got] = receiver.received;
    const [, time = '', digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got?.headers['x-waypost-signature'])) ?? [];
    expect(
      createHmac('sha256', WEBHOOK_SECRET)
        .update(`${time}.${got?.body ?? ''}`)
        .digest('hex'),
    ).to.equal(digest);
    expect(got?.event.alert?.text).to.equal(text);
  });

  it('P139: Prometheus 3 gets its text format, in which promtool finds nothing', async () => {
    const { accept } = opsCase('P139').input as { readonly accept: string };
    const { token } = await gateway.start({});
    const response = await fetch(`${gateway.url()}/metrics`, {
      headers: { accept, authorization: `Bearer ${token}` },
    });
    expect(response.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    expect(promtool('--version')).to.include('promtool');
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: await response.text(), encoding: 'utf8' });
    expect(checked.stdout + checked.stderr).to.equal('');
    expect(checked.status).to.equal(0);
  });
});
