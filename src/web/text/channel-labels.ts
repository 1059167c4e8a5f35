import { CHANNELS, type ChannelLabels, type ChannelName } from '../../schema/channels.js';
import { useApp } from '../app-context.js';
import { textsOf, type Language } from './text.js';

/** The labels of a delivery channel, as in the middle of a sentence. */
export function channelLabels(channel: ChannelName, language: Language): ChannelLabels {
  const own = Object.entries(textsOf(language)?.labels.channel[channel] ?? {}).filter(([, label]) => label !== '');
  return { ...CHANNELS[channel].labels, ...Object.fromEntries(own) };
}

/** The labels of the delivery channels in the viewer's language. */
export function useChannelLabels(): (channel: ChannelName) => ChannelLabels {
  const language = useApp().preferences.language.value;
  return (channel) => channelLabels(channel, language);
}

/** For the start of a sentence. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
