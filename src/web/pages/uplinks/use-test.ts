import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { UplinkTest } from '../../../schema/uplinks/uplink.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp } from '../../app-context.js';

export const UPLINKS_PATH = '/api/uplinks';
export const pathOf = (name: string): string => `${UPLINKS_PATH}/${encodeURIComponent(name)}`;

export type ConnectionTest = {
  readonly busy: ReadonlySignal<boolean>;
  readonly result: ReadonlySignal<UplinkTest | undefined>;
  /** With these settings, or with those that are stored; resolves with the failure of the call, if there is one. */
  readonly run: (name: string, settings?: object) => Promise<ApiFailure | undefined>;
};

/** Tests the connection of an uplink. */
export function useTest(): ConnectionTest {
  const { api } = useApp();
  const busy = useSignal(false);
  const result = useSignal<UplinkTest | undefined>(undefined);
  return {
    busy,
    result,
    async run(name, settings) {
      busy.value = true;
      result.value = undefined;
      const body = settings === undefined ? undefined : { settings };
      const tested = await api.send<{ test: UplinkTest }>('POST', `${pathOf(name)}/test`, body);
      busy.value = false;
      if (!tested.ok) return tested;
      result.value = tested.value.test;
      return undefined;
    },
  };
}
