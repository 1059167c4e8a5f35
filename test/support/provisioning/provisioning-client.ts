import type { ProvisioningView } from '../../../src/schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../../../src/schema/provisioning/receipt.js';
import type { Client } from '../api/client.js';
import { eventually } from '../gateway/eventually.js';

/** The API calls of a technician. */
export function createTechnician(client: () => Client) {
  async function call<T>(method: string, path: string, name: string, body?: object): Promise<T> {
    const answer = await client().call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${String(answer.body.error)}`);
    return answer.body[name] as T;
  }

  const look = (id: string): Promise<ProvisioningView> => call('GET', `/api/provisioning/${id}`, 'provisioning');

  return {
    look,
    template: async (template: object): Promise<string> =>
      (await call<{ id: string }>('POST', '/api/templates', 'template', template)).id,
    begin: (body: object): Promise<ProvisioningView> => call('POST', '/api/provisioning', 'provisioning', body),
    /** The id of the session that has not ended. */
    async underWay(): Promise<string> {
      const all = await call<readonly ProvisioningView[]>('GET', '/api/provisioning', 'provisionings');
      const found = all.find(({ ended }) => ended === null);
      if (found === undefined) throw new Error('no provisioning is under way');
      return found.id;
    },
    end: (id: string): Promise<ProvisioningView> => call('DELETE', `/api/provisioning/${id}`, 'provisioning'),
    receipts: (): Promise<readonly ProvisioningReceipt[]> =>
      call('GET', '/api/provisioning/receipts?limit=1000', 'receipts'),
    /** the session after its end */
    async over(id: string): Promise<ProvisioningView> {
      let view = await look(id);
      await eventually('the provisioning is over', async () => {
        view = await look(id);
        return view.ended !== null;
      });
      return view;
    },
  };
}
