import { success } from '../../errors.js';
import {
  settingsViewProperties,
  testResultProperties,
  validateSettingsChange,
  validateSettingsTest,
} from '../../schema/system/settings.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

const shape = { required: settingsViewProperties };

export const settingsRoutes = ({ settings, testMessages }: Pick<Services, 'settings' | 'testMessages'>): Route[] => [
  route({
    method: 'get',
    path: '/api/settings',
    summary: 'Returns the settings of the gateway, where each comes from, and which secrets are set',
    access: 'admin',
    responses: { 200: shape },
    handle(_request, user) {
      const view = settings.view(user);
      return view.ok ? success({ body: view.value }) : view;
    },
  }),
  route({
    method: 'patch',
    path: '/api/settings',
    summary: 'Changes settings at once, all or none; null resets one',
    access: 'admin',
    body: validateSettingsChange,
    responses: { 200: shape },
    async handle({ body }, user) {
      const changed = await settings.change(user, body);
      return changed.ok ? success({ body: changed.value }) : changed;
    },
  }),
  route({
    method: 'post',
    path: '/api/settings/test',
    summary: 'Sends a test message by email or SMS with the current settings',
    access: 'admin',
    body: validateSettingsTest,
    responses: { 200: { required: testResultProperties } },
    async handle({ body: { channel, to } }, user) {
      const sent = await testMessages.send(user, channel, to);
      return sent.ok ? success({ body: sent.value }) : sent;
    },
  }),
];
