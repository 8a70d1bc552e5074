import type { TextKey } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { hasScreen } from '../../session/screen-paths.ts'
import { useCan } from '../../session/session-store.ts'

/** Now on the platform, and its zone. */
export const nowHere = () => ({ ms: platformNow(), zoneMinutes: platformZoneMinutes() })

/** Why the user may not see recordings in the windows; undefined: they may. */
export function useMayNotReplay(): TextKey<'video'> | undefined {
  const may = useCan('/videoReplay')
  if (!hasScreen('/videoReplay')) return 'past.noReplay'
  return may ? undefined : 'past.notPermitted'
}

/** The replay screen with a channel, at a moment or at the minutes just gone. */
export function replayPath({ sn, chnId }: { sn: string; chnId: number }, atMs?: number): string {
  const from = atMs === undefined ? '' : `&from=${Math.round(atMs)}`
  return `/videoReplay?sn=${encodeURIComponent(sn)}&chnId=${chnId}${from}`
}
