import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { FreshnessBadge } from '../../components/freshness-badge.js';
import { Icon } from '../../components/icon.js';
import { Age } from '../../components/timestamp.js';
import { formatCoordinates, formatNumber } from '../../format/quantity.js';
import { displayName, type DeviceState } from '../../live/device-state.js';
import { linkTo } from '../../routing/match.js';
import { useZonesOf } from '../../zones/use-zones.js';
import { ZonesOfDevice } from '../../zones/zones-of-device.js';
import { Motion } from './map-list.js';
import { mapText } from './map.text.js';

export type DeviceCardProps = {
  readonly deviceState: ReadonlySignal<DeviceState>;
  readonly onClose: () => void;
};

/** The current values of the selected device, over the map. */
export function DeviceCard({ deviceState, onClose }: DeviceCardProps): JSX.Element {
  const { preferences } = useApp();
  const t = useText(mapText);
  const { id, lastLocation, lastSeenAt } = deviceState.value;
  const battery = lastLocation?.battery;
  const zones = useZonesOf(id);
  const ignition = lastLocation?.attributes?.ignition;
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    closeButton.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      class="map-card"
      aria-label={displayName(deviceState.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header>
        <h2>{displayName(deviceState.value)}</h2>
        <FreshnessBadge of={deviceState} />
        <button type="button" class="quiet icon-only" ref={closeButton} aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <dl>
        <CardFact name={t('lastReport')}>
          <Age at={lastSeenAt} />
        </CardFact>
        <CardFact name={t('speed')}>
          <Motion deviceState={deviceState} />
        </CardFact>
        {battery === undefined ? null : (
          <CardFact name={t('battery')}>{`${formatNumber(battery, preferences.language.value)} %`}</CardFact>
        )}
        {typeof ignition !== 'boolean' ? null : (
          <CardFact name={t('ignition')}>{ignition ? t('on') : t('off')}</CardFact>
        )}
        {zones.length === 0 ? null : (
          <CardFact name={t('zones')}>
            <ZonesOfDevice deviceId={id} />
          </CardFact>
        )}
        {lastLocation === undefined ? null : (
          <CardFact name={t('position')}>{formatCoordinates(lastLocation.latitude, lastLocation.longitude)}</CardFact>
        )}
      </dl>
      <footer>
        <a class="button" href={linkTo('/devices/:deviceId', { deviceId: id })}>
          {t('open')}
        </a>
        {lastLocation === undefined ? null : (
          <CopyPosition text={formatCoordinates(lastLocation.latitude, lastLocation.longitude)} />
        )}
      </footer>
    </section>
  );
}

const CardFact = (props: { readonly name: string; readonly children: JSX.Element | string }): JSX.Element => (
  <div>
    <dt>{props.name}</dt>
    <dd>{props.children}</dd>
  </div>
);

const CONFIRMATION_MS = 2_000;

function CopyPosition({ text }: { readonly text: string }): JSX.Element {
  const { clock } = useApp();
  const t = useText(mapText);
  const isCopied = useSignal(false);
  const cancel = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        copyText(text);
        isCopied.value = true;
        cancel.current?.();
        cancel.current = clock.after(CONFIRMATION_MS, () => {
          isCopied.value = false;
        });
      }}
    >
      <span aria-live="polite">{isCopied.value ? t('copied') : t('copyPosition')}</span>
    </button>
  );
}

/** By a selected field and a deprecated call, because browsers offer the clipboard to pages of TLS only. */
function copyText(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  (document as { readonly execCommand: (command: 'copy') => boolean }).execCommand('copy');
  field.remove();
}
