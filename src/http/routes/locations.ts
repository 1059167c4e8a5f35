import { readLocation } from '../../domain/location.js';
import { failure, success, type Result } from '../../errors.js';
import { readLocationPost, type LocationPost } from '../../schema/location-post.js';
import type { Location } from '../../schema/location.js';
import type { Locations } from '../../services/locations.js';
import { route, type Route } from '../route.js';

export const locationRoutes = ({ locations }: { readonly locations: Locations }): Route[] => [
  route({
    method: 'get',
    path: '/api/devices/:deviceId/lastLocation',
    summary: 'The newest credible location of a device, null when there is none',
    access: 'user',
    handle({ params }, user) {
      const last = locations.last(user, params.deviceId ?? '');
      return last.ok ? success({ body: { lastLocation: last.value } }) : last;
    },
  }),
  route({
    method: 'post',
    path: '/api/devices/:deviceId/locations',
    summary: 'Stores locations, or finds those of a range',
    access: 'user',
    body: readLocationPost,
    async handle({ params, body }, user) {
      const deviceId = params.deviceId ?? '';
      if ('find' in body) {
        const page = await locations.range(user, { deviceId, ...body.find });
        if (!page.ok) return page;
        const { records, next } = page.value;
        return success({ body: { locations: records, ...(next === undefined ? {} : { next }) } });
      }
      const read = readAll(body);
      if (!read.ok) return read;
      const receipt = await locations.post(user, deviceId, read.value);
      return receipt.ok ? success({ status: 201, body: receipt.value }) : receipt;
    },
  }),
];

function readAll({ store, pointerOf }: Extract<LocationPost, { store: unknown }>): Result<Location[]> {
  const all: Location[] = [];
  for (const [place, input] of store.entries()) {
    const read = readLocation(input);
    if (!read.ok) return failure(read.code, `${pointerOf(place)}${read.message}`);
    all.push(read.value);
  }
  return success(all);
}
