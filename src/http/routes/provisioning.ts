import { success } from '../../errors.js';
import { capabilitySchema } from '../../schema/provisioning/capability.js';
import { provisioningSchema, validateProvisioningInput } from '../../schema/provisioning/provisioning.js';
import { receiptQuerySchema, receiptFormatSchema, receiptSchema } from '../../schema/provisioning/receipt.js';
import { unfinishedSchema } from '../../schema/provisioning/unfinished-provisioning.js';
import { queryValidator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import type { Capabilities, Capability } from '../../services/provisioning/capabilities.js';
import { respondWith, arrayOf } from '../responses.js';
import { receiptPage } from '../pages/receipt-page.js';
import { route, type Route } from '../route.js';

const validateQuery = queryValidator(receiptQuerySchema);
const validateFormat = queryValidator(receiptFormatSchema);
const provisioningShape = { required: { provisioning: provisioningSchema } };
const HTML = 'text/html';

const receiptRoutes = ({ provisionings }: Pick<Services, 'provisionings'>): Route[] => [
  route({
    method: 'get',
    path: '/api/provisioning/receipts',
    summary: 'Lists provisioning receipts, newest first',
    access: 'provision',
    query: validateQuery,
    turn: () => 'list',
    responses: { 200: { required: { receipts: arrayOf(receiptSchema) } } },
    handle: ({ query: { limit, offset, ...query } }, user) =>
      success({ body: { receipts: provisionings.receipts(user, query).slice(offset, offset + limit) } }),
  }),
  route({
    method: 'get',
    path: '/api/provisioning/receipts/:receiptId',
    summary: 'Gets a receipt; with `format=html` as a page to print',
    access: 'provision',
    query: validateFormat,
    responses: { 200: { required: { receipt: receiptSchema } } },
    formats: [HTML],
    handle({ params: { receiptId = '' }, query: { format } }, user) {
      const receipt = provisionings.receipt(user, receiptId);
      if (!receipt.ok || format === 'json') return respondWith('receipt', receipt);
      return success({ text: receiptPage(receipt.value), contentType: `${HTML}; charset=utf-8` });
    },
  }),
];

export const provisioningRoutes = ({
  provisionings,
  capabilities,
}: Pick<Services, 'provisionings' | 'capabilities'>): Route[] => [
  route({
    method: 'get',
    path: '/api/provisioning',
    summary: 'Lists provisioning sessions, trackers with unfinished work, and the settings that each protocol supports',
    access: 'provision',
    turn: () => 'list',
    responses: {
      200: {
        required: {
          provisionings: arrayOf(provisioningSchema),
          unfinished: arrayOf(unfinishedSchema),
          protocols: arrayOf(capabilitySchema),
        },
      },
    },
    handle: (_request, user) =>
      success({
        body: {
          provisionings: provisionings.list(user),
          unfinished: provisionings.unfinished(user),
          protocols: describeCapabilities(capabilities),
        },
      }),
  }),
  route({
    method: 'post',
    path: '/api/provisioning',
    summary:
      'Puts ports into provisioning for at most 15 minutes: trackers on them get the settings of a template, or their previous ones back',
    access: 'provision',
    body: validateProvisioningInput,
    responses: { 201: provisioningShape },
    errors: ['conflict'],
    async handle({ body }, user) {
      const created = await provisionings.create(user, body);
      return created.ok ? success({ status: 201, body: { provisioning: created.value } }) : created;
    },
  }),
  ...receiptRoutes({ provisionings }),
  route({
    method: 'get',
    path: '/api/provisioning/:provisioningId',
    summary: 'Gets a provisioning session; ended ones until the gateway restarts',
    access: 'provision',
    responses: { 200: provisioningShape },
    handle: ({ params: { provisioningId = '' } }, user) =>
      respondWith('provisioning', provisionings.get(user, provisioningId)),
  }),
  route({
    method: 'delete',
    path: '/api/provisioning/:provisioningId',
    summary: 'Ends a provisioning session once the trackers in progress are finished',
    access: 'provision',
    responses: { 200: provisioningShape },
    handle: async ({ params: { provisioningId = '' } }, user) =>
      respondWith('provisioning', await provisionings.end(user, provisioningId)),
  }),
];

/** The settings that a template can name; the id is set by `deviceId` instead. */
const templateSettings = ({ settings, idSetting }: Capability['provision']): Capability['provision']['settings'] =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== idSetting));

const describeCapabilities = (capabilities: Capabilities) =>
  [...capabilities.values()].map(({ protocol, provision }) => ({
    protocol: protocol.name,
    settings: templateSettings(provision),
    secrets: provision.secrets ?? {},
    alsoSends: protocol.supersedes ?? null,
    namesDevice: provision.idSetting !== undefined || protocol.requiresDeviceId,
  }));
