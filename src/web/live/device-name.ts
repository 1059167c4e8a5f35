import { useApp } from '../app-context.js';
import { displayName, emptyDevice } from './device-state.js';

/** Device names by id; the view renders again when a device is added, removed or renamed. */
export function useDeviceName(): (id: string) => string {
  const { live } = useApp();
  const known = live.ids.value;
  return (id) => displayName((known.length === 0 ? undefined : live.get(id)?.peek()) ?? emptyDevice(id));
}

/** All visible devices with their names, for a selection. */
export function useDeviceOptions(): (readonly [id: string, name: string])[] {
  const { live } = useApp();
  const nameOfDevice = useDeviceName();
  return live.ids.value.map((id) => [id, nameOfDevice(id)] as const);
}
