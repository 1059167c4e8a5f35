import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { qrPath, type QrModules } from './qr-path.js';

/** Light modules around the code, as ISO/IEC 18004 requires them. */
const QUIET_MODULES = 4;

export type QrCodeProps = {
  readonly text: string;
  /** for screen readers: what the code is for */
  readonly label: string;
};

/** A QR code, black on white in every theme: cameras may not read the reverse. */
export function QrCode({ text, label }: QrCodeProps): JSX.Element | null {
  const code = useSignal<QrModules | undefined>(undefined);
  useEffect(() => {
    let disposed = false;
    // Loaded on first use. Without it, the text next to the code still serves.
    import('./qr-modules.js')
      .then(({ generate }) => {
        if (!disposed) code.value = generate(text);
      })
      .catch(() => undefined);
    return () => {
      disposed = true;
    };
  }, [text]);
  if (code.value === undefined) return null;
  const size = code.value.size + 2 * QUIET_MODULES;
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect class="qr-light" width={size} height={size} />
      <path class="qr-dark" transform={`translate(${QUIET_MODULES} ${QUIET_MODULES})`} d={qrPath(code.value)} />
    </svg>
  );
}
