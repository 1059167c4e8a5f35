import type { ChannelLabels, ChannelName } from '../../schema/channels.js';
import type { adoptNoteText } from '../components/adopt-note.text.js';
import type { alertRuleFormText } from '../pages/alert-rules/alert-rule-form.text.js';
import type { alertRulesText } from '../pages/alert-rules/alert-rules.text.js';
import type { alertsText } from '../pages/alerts/alerts.text.js';
import type { archiveText } from '../map/archive/archive.text.js';
import type { attentionText } from '../attention/attention.text.js';
import type { changesText } from '../pages/changes/changes.text.js';
import type { commandText } from '../pages/device/command.text.js';
import type { commonText } from '../text/common.js';
import type { connectionsText } from '../pages/ports/connections.text.js';
import type { deviceText } from '../pages/device/device.text.js';
import type { counterPartsText } from '../pages/ports/counter-parts.text.js';
import type { deviceChooserText } from '../components/device-chooser.text.js';
import type { deviceFormText } from '../device-form/device-form.text.js';
import type { devicesText } from '../pages/devices/devices.text.js';
import type { displaysText } from '../pages/displays/displays.text.js';
import type { failureText } from '../pages/provisioning/failure.text.js';
import type { groupsText } from '../pages/groups/groups.text.js';
import type { healthText } from '../pages/health/health.text.js';
import type { historyText } from '../pages/history/history.text.js';
import type { importText } from '../device-import/import.text.js';
import type { labelsText } from '../pages/labels/labels.text.js';
import type { licensesText } from '../pages/licenses/licenses.text.js';
import type { linesText } from '../pages/ports/lines.text.js';
import type { maintenanceText } from '../pages/maintenance/maintenance.text.js';
import type { mapText } from '../pages/map/map.text.js';
import type { messagesText } from '../pages/messages/messages.text.js';
import type { navigationText } from '../text/navigation.js';
import type { outcomeText } from '../text/outcomes.js';
import type { portFormText } from '../pages/ports/port-form.text.js';
import type { portsText } from '../pages/ports/ports.text.js';
import type { provisioningText } from '../pages/provisioning/provisioning.text.js';
import type { reasonText } from '../text/reasons.js';
import type { receiptText } from '../pages/receipt/receipt.text.js';
import type { refusalsText } from '../pages/ports/refusals.text.js';
import type { ruleAlertText } from '../text/rule-alert.js';
import type { ruleFormText } from '../pages/rules/rule-form.text.js';
import type { rulesText } from '../pages/rules/rules.text.js';
import type { settingsText } from '../pages/settings/settings.text.js';
import type { shellText } from '../text/shell.js';
import type { shownOnceText } from '../shown-once/shown-once.text.js';
import type { templatesText } from '../pages/templates/templates.text.js';
import type { unfinishedText } from '../pages/provisioning/unfinished.text.js';
import type { unknownText } from '../pages/unknown/unknown.text.js';
import type { uplinkFormText } from '../pages/uplinks/uplink-form.text.js';
import type { uplinksText } from '../pages/uplinks/uplinks.text.js';
import type { usersText } from '../pages/users/users.text.js';
import type { wallText } from '../pages/wall/wall.text.js';
import type { ALERT_RULES_SENTENCES } from '../text/sentences/alert-rules.js';
import type { webhooksText } from '../pages/settings/webhooks.text.js';
import type { zonesText } from '../pages/zones/zones.text.js';
import type { GATEWAY_SENTENCES } from '../text/sentences/gateway.js';
import type { PORTS_SENTENCES } from '../text/sentences/ports.js';
import type { FILES_SENTENCES } from '../text/sentences/files.js';
import type { COMMANDS_SENTENCES } from '../text/sentences/commands.js';
import type { GATEWAY_SETTINGS_SENTENCES } from '../text/sentences/gateway-settings.js';
import type { UPLINKS_SENTENCES } from '../text/sentences/uplinks.js';
import type { SETTINGS_SENTENCES } from '../text/sentences/settings.js';

/** All areas of the page. A new one is a row here, and a file in the folder of each language. */
type Area =
  | typeof adoptNoteText
  | typeof alertRuleFormText
  | typeof alertRulesText
  | typeof alertsText
  | typeof archiveText
  | typeof attentionText
  | typeof changesText
  | typeof commandText
  | typeof commonText
  | typeof connectionsText
  | typeof deviceText
  | typeof counterPartsText
  | typeof deviceChooserText
  | typeof deviceFormText
  | typeof devicesText
  | typeof displaysText
  | typeof failureText
  | typeof groupsText
  | typeof healthText
  | typeof historyText
  | typeof importText
  | typeof labelsText
  | typeof licensesText
  | typeof linesText
  | typeof maintenanceText
  | typeof mapText
  | typeof messagesText
  | typeof navigationText
  | typeof outcomeText
  | typeof portFormText
  | typeof portsText
  | typeof provisioningText
  | typeof reasonText
  | typeof receiptText
  | typeof refusalsText
  | typeof ruleAlertText
  | typeof ruleFormText
  | typeof rulesText
  | typeof settingsText
  | typeof shellText
  | typeof shownOnceText
  | typeof templatesText
  | typeof unfinishedText
  | typeof unknownText
  | typeof uplinkFormText
  | typeof uplinksText
  | typeof usersText
  | typeof wallText
  | typeof webhooksText
  | typeof zonesText;

type AreaName = Area['area'];

/** The texts of one area in another language: every key, and no other. */
export type Texts<Name extends AreaName> = {
  readonly [Key in keyof Extract<Area, { readonly area: Name }>['english']]: string;
};

/** The sentences of the gateway. A new group is a row here, and a file in the folder of each language. */
type SentenceGroups = {
  readonly gateway: typeof GATEWAY_SENTENCES;
  readonly ports: typeof PORTS_SENTENCES;
  readonly files: typeof FILES_SENTENCES;
  readonly commands: typeof COMMANDS_SENTENCES;
  readonly alertRules: typeof ALERT_RULES_SENTENCES;
  readonly gatewaySettings: typeof GATEWAY_SETTINGS_SENTENCES;
  readonly settings: typeof SETTINGS_SENTENCES;
  readonly uplinks: typeof UPLINKS_SENTENCES;
};

/** The sentences of one group in another language, by the English one. */
export type Sentences<Name extends keyof SentenceGroups> = Readonly<Record<SentenceGroups[Name][number], string>>;

/** All texts of one language; an area, key or sentence that is missing does not compile. */
export type Translations = {
  readonly texts: { readonly [Name in AreaName]: Texts<Name> };
  readonly sentences: Readonly<Record<SentenceGroups[keyof SentenceGroups][number], string>>;
  readonly channels: Readonly<Record<ChannelName, ChannelLabels>>;
};
