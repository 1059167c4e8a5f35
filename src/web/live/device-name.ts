import { useApp } from '../app-context.js';
import { displayName, emptyDevice } from './device-state.js';

/** How devices are called, by id; the view that asks is drawn anew when one comes, goes or is renamed. */
export function useDeviceName(): (id: string) => string {
  const { live } = useApp();
  const known = live.ids.value;
  return (id) => displayName((known.length === 0 ? undefined : live.get(id)?.peek()) ?? emptyDevice(id));
}

/** All devices one sees, each with its name, for a choice among them. */
export function useDeviceOptions(): (readonly [id: string, name: string])[] {
  const { live } = useApp();
  const nameOfDevice = useDeviceName();
  return live.ids.value.map((id) => [id, nameOfDevice(id)] as const);
}
