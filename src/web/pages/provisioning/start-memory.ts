const KEY = 'waypost.provisioning';
const MAX_PORTS = 64;

/** What the last session on this device was started with. */
export type StartMemory = { readonly template: string; readonly ports: readonly string[] };

type BrowserStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

/** Browsers that deny storage, or hold something else there, remember nothing. */
export function readStartMemory(storage: BrowserStorage): StartMemory | undefined {
  try {
    const { template, ports } = JSON.parse(storage().getItem(KEY) ?? '{}') as Partial<Record<string, unknown>>;
    if (typeof template !== 'string' || !Array.isArray(ports)) return undefined;
    return { template, ports: ports.filter((path) => typeof path === 'string').slice(0, MAX_PORTS) };
  } catch {
    return undefined;
  }
}

export function writeStartMemory(storage: BrowserStorage, memory: StartMemory): void {
  try {
    storage().setItem(KEY, JSON.stringify(memory));
  } catch {
    // Without storage, the next session is chosen again.
  }
}
