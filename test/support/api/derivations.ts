import { createHook } from 'node:async_hooks';

/** Counts the scrypt derivations while `task` runs. */
export async function derivations(task: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count += 1;
    },
  });
  hook.enable();
  try {
    await task();
  } finally {
    hook.disable();
  }
  return count;
}
