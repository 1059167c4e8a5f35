import { CHANNELS, type ChannelLabels, type ChannelName } from '../../schema/channels.js';
import { useApp } from '../app-context.js';
import { textsOf, type Language } from './text.js';

/** The labels of a delivery channel, as in the middle of a sentence. */
export const channelLabels = (channel: ChannelName, language: Language): ChannelLabels =>
  textsOf(language)?.channels[channel] ?? CHANNELS[channel].labels;

/** The labels of the delivery channels in the viewer's language. */
export function useChannelLabels(): (channel: ChannelName) => ChannelLabels {
  const language = useApp().preferences.language.value;
  return (channel) => channelLabels(channel, language);
}

/** For the start of a sentence. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
