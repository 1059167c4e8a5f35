import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp } from '../../app-context.js';
import type { ControlProps } from './control.js';

/** A serial device: those that are plugged in and not used are listed, by the name that lasts. */
export function DeviceInput({ row, form, attributes }: ControlProps): JSX.Element {
  const { api } = useApp();
  const list = useId();
  const { result } = useFetch(() => api.get<{ readonly ports: readonly PortStatus[] }>('/api/ports'), []);
  const ports = result.value?.ok === true ? result.value.value.ports : [];
  return (
    <>
      <input
        {...attributes}
        list={list}
        maxLength={row.maxLength}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          form.type(row.key, currentTarget.value);
        }}
      />
      <datalist id={list}>
        {ports
          .filter(({ state }) => state === 'available')
          .map(({ path, by, device }) => (
            <option key={path} value={by[0] ?? path}>
              {[path, device?.manufacturer, device?.product].filter((name) => typeof name === 'string').join(' ')}
            </option>
          ))}
      </datalist>
    </>
  );
}
