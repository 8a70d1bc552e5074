import { ALARM_TONES, type AlarmTone } from '@backlot/contract/alarm-types/entities'

/** A tone that this console can make; silence for any other. */
export const knownTone = (tone: string | undefined): AlarmTone =>
  ALARM_TONES.find((known) => known === tone) ?? 'none'
