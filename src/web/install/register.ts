/** Without TLS, browsers install nothing but from the same machine. */
export function registerServiceWorker(): void {
  if (!isSecureContext || !('serviceWorker' in navigator)) return;
  // A browser may refuse, for example a self-signed certificate; the page works without it.
  navigator.serviceWorker.register('app/service-worker.js', { scope: './' }).catch(() => undefined);
}
