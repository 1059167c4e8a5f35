import { useParts } from '../parts.js';
import { nameOf, unheard } from './tracked.js';

/** How devices are called, by id; the view that asks is drawn anew when one comes, goes or is renamed. */
export function useDeviceName(): (id: string) => string {
  const { live } = useParts();
  const known = live.ids.value;
  return (id) => nameOf((known.length === 0 ? undefined : live.of(id)?.peek()) ?? unheard(id));
}

/** All devices one sees, each with its name, for a choice among them. */
export function useDeviceOptions(): (readonly [id: string, name: string])[] {
  const { live } = useParts();
  const nameOfDevice = useDeviceName();
  return live.ids.value.map((id) => [id, nameOfDevice(id)] as const);
}
