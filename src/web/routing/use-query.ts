import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { queryOf } from './match.js';

/** A value after the `?` of the address; undefined if it has none. The view renders again when it changes. */
export function useQuery(name: string): string | undefined {
  const hash = useSignal(location.hash);
  useEffect(() => {
    const onChange = (): void => {
      hash.value = location.hash;
    };
    addEventListener('hashchange', onChange);
    return () => {
      removeEventListener('hashchange', onChange);
    };
  }, []);
  return queryOf(hash.value).get(name) ?? undefined;
}
