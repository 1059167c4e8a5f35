import type { JSX } from 'preact';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useText } from '../../app-context.js';
import { portLabel } from '../../format/port.js';
import { ListenButton } from './listen-button.js';
import { portFormText } from './port-form.text.js';
import type { Panels } from './use-panels.js';

export type PortActionsProps = {
  readonly port: PortStatus;
  readonly panels: Panels;
  readonly panelId: string;
  readonly canChange: boolean;
};

/** The buttons of a port; those that the configuration has are changed there. */
export function PortActions({ port, panels, panelId, canChange }: PortActionsProps): JSX.Element {
  const t = useText(portFormText);
  const { path, source } = port;
  const label = portLabel(port);
  return (
    <>
      <ListenButton
        label={label}
        panelId={panelId}
        isOpen={panels.isOpen('listen', path)}
        onClick={() => {
          panels.toggle('listen', path);
        }}
      />
      {canChange && source !== 'configuration' ? (
        <button
          type="button"
          class="small-button"
          aria-expanded={panels.isOpen('settings', path)}
          aria-label={t('settingsOf', { port: label })}
          onClick={() => {
            panels.toggle('settings', path);
          }}
        >
          {t('settings')}
        </button>
      ) : null}
    </>
  );
}
