import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useText } from '../../app-context.js';
import { useMessage } from '../../components/use-message.js';
import { portFormText } from './port-form.text.js';

export type UnusedTableProps = {
  readonly ports: readonly PortStatus[];
  /** the path whose form is open */
  readonly opened: (path: string) => boolean;
  readonly onUse: (path: string) => void;
  /** the form of a device that is to be used */
  readonly form: (port: PortStatus) => ComponentChildren;
};

/** The serial devices that are plugged in and not used, each with a form to use it. */
export function UnusedTable({ ports, opened, onUse, form }: UnusedTableProps): JSX.Element {
  const t = useText(portFormText);
  const show = useMessage();
  const title = useId();
  return (
    <section class="unused-ports" aria-labelledby={title}>
      <h2 id={title}>{t('plugged')}</h2>
      <p class="muted small">{t('pluggedHint')}</p>
      <ul class="plain-list">
        {ports.map((port) => (
          <li key={port.path} class="card card-stack">
            <div class="line">
              <div class="unused-port">
                <strong>{describe(port) || t('unknownDevice')}</strong>
                <span class="port small">{port.path}</span>
                {port.by.map((name) => (
                  <span key={name} class="port muted small">
                    {name}
                  </span>
                ))}
                {port.reason === null ? null : <span class="small">{show(port.reasonData, port.reason)}</span>}
              </div>
              {opened(port.path) ? null : (
                <button
                  type="button"
                  class="primary"
                  aria-label={t('useNamed', { port: port.path })}
                  onClick={() => {
                    onUse(port.path);
                  }}
                >
                  {t('use')}
                </button>
              )}
            </div>
            {opened(port.path) ? form(port) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `FTDI FT232R USB UART`; empty: the system knows nothing of it. */
const describe = ({ device }: PortStatus): string =>
  [device?.manufacturer, device?.product].filter((name) => name !== null && name !== undefined).join(' ');
