import type { TestApp } from '../gateway/app.js';

/** Calls that concern files or settings of the whole gateway: for administrators who are not restricted. */
export const FILE_CALLS = [
  'PUT /api/map/yard',
  'DELETE /api/map/yard',
  'GET /api/log/lines',
  'GET /api/uploads',
  'POST /api/uploads',
  'GET /api/uploads/:uploadId',
  'PUT /api/uploads/:uploadId',
  'DELETE /api/uploads/:uploadId',
  'GET /api/restore',
  'DELETE /api/restore',
  'GET /api/settings',
  'PATCH /api/settings',
  'POST /api/settings/test',
  'PUT /api/webhooks/:webhookName',
  'DELETE /api/webhooks/:webhookName',
  'POST /api/webhooks/:webhookName/test',
] as const;

/** No server listens on this port. */
export const webhookInput = { url: 'http://127.0.0.1:9/', secret: 'at least 16 characters' };
const uploadInput = { kind: 'map', size: 1_000 };

/** Bodies with which they succeed. */
export const FILE_BODIES: Readonly<Record<string, () => object>> = {
  'POST /api/uploads': () => uploadInput,
  'PUT /api/uploads/:uploadId': () => Buffer.from('P'),
  'PUT /api/map/yard': () => ({ latitude: 40, longitude: -3, widthMeters: 100 }),
  'PATCH /api/settings': () => ({ log: { level: 'info' } }),
  // SMS is off: 409.
  'PUT /api/webhooks/:webhookName': () => webhookInput,
  'POST /api/settings/test': () => ({ channel: 'sms', to: '+34600000001' }),
};

/** The id of an upload for one call; one that is left would count against the limit. */
export async function newUpload(call: TestApp['call']): Promise<string> {
  for (const { id } of (await call('GET', '/api/uploads')).body.uploads as { id: string }[]) {
    await call('DELETE', `/api/uploads/${id}`);
  }
  return ((await call('POST', '/api/uploads', uploadInput)).body.upload as { id: string }).id;
}
