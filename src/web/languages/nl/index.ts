import type { Translations } from '../translations.js';
import { adoptNote } from './adopt-note.js';
import { alertRuleForm } from './alert-rule-form.js';
import { alertRules } from './alert-rules.js';
import { alerts } from './alerts.js';
import { archive } from './archive.js';
import { attention } from './attention.js';
import { changes } from './changes.js';
import { command } from './command.js';
import { common } from './common.js';
import { connections } from './connections.js';
import { device } from './device.js';
import { counterParts } from './counter-parts.js';
import { deviceChooser } from './device-chooser.js';
import { deviceForm } from './device-form.js';
import { devices } from './devices.js';
import { displays } from './displays.js';
import { failure } from './failure.js';
import { groups } from './groups.js';
import { health } from './health.js';
import { history } from './history.js';
import { importTexts } from './import.js';
import { labels } from './labels.js';
import { licenses } from './licenses.js';
import { lines } from './lines.js';
import { maintenance } from './maintenance.js';
import { map } from './map.js';
import { messages } from './messages.js';
import { navigation } from './navigation.js';
import { outcome } from './outcome.js';
import { portForm } from './port-form.js';
import { ports } from './ports.js';
import { provisioning } from './provisioning.js';
import { reason } from './reason.js';
import { receipt } from './receipt.js';
import { refusals } from './refusals.js';
import { ruleAlert } from './rule-alert.js';
import { ruleForm } from './rule-form.js';
import { rules } from './rules.js';
import { settings } from './settings.js';
import { shell } from './shell.js';
import { shownOnce } from './shown-once.js';
import { templates } from './templates.js';
import { unfinished } from './unfinished.js';
import { unknown } from './unknown.js';
import { uplinkForm } from './uplink-form.js';
import { uplinks } from './uplinks.js';
import { users } from './users.js';
import { wall } from './wall.js';
import { webhooks } from './webhooks.js';
import { zones } from './zones.js';
import { gateway as gatewaySentences } from './sentences/gateway.js';
import { ports as portsSentences } from './sentences/ports.js';
import { files as filesSentences } from './sentences/files.js';
import { alertRules as alertRulesSentences } from './sentences/alert-rules.js';
import { channels } from './channels.js';
import { commands as commandsSentences } from './sentences/commands.js';
import { gatewaySettings } from './sentences/gateway-settings.js';
import { uplinks as uplinksSentences } from './sentences/uplinks.js';
import { settings as settingsSentences } from './sentences/settings.js';

export const nl: Translations = {
  texts: {
    adoptNote,
    alertRuleForm,
    alertRules,
    alerts,
    archive,
    attention,
    changes,
    command,
    common,
    connections,
    device,
    counterParts,
    deviceChooser,
    deviceForm,
    devices,
    displays,
    failure,
    groups,
    health,
    history,
    import: importTexts,
    labels,
    licenses,
    lines,
    maintenance,
    map,
    messages,
    navigation,
    outcome,
    portForm,
    ports,
    provisioning,
    reason,
    receipt,
    refusals,
    ruleAlert,
    ruleForm,
    rules,
    settings,
    shell,
    shownOnce,
    templates,
    unfinished,
    unknown,
    uplinkForm,
    uplinks,
    users,
    wall,
    webhooks,
    zones,
  },
  sentences: {
    ...portsSentences,
    ...filesSentences,
    ...gatewaySentences,
    ...commandsSentences,
    ...gatewaySettings,
    ...alertRulesSentences,
    ...settingsSentences,
    ...uplinksSentences,
  },
  channels,
};
