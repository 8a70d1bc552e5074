import { MARKER_KINDS, type MarkerKind } from '../../features/map/marker-glyphs.ts'
import { type MarkerState, STATE_INDEX } from '../../features/map/marker-state.ts'
import { hasScreen } from '../../session/screen-paths.ts'
import { useCan } from '../../session/session-store.ts'

const ALARM_LIST = '/earlyWarningData/alarmList'

export function useHomeLinks() {
  const mayMap = useMayOpen('/dispatch')
  const mayVideo = useMayOpen('/realTime')
  const mayTimes = useMayOpen('/statDevOnline')
  const mayQuery = useMayOpen(ALARM_LIST)
  const maySense = useMayOpen('/senseDevice')
  const map = (query: string) => (mayMap ? `/dispatch?${query}` : undefined)
  const devices = mayMap ? '/dispatch?on=1' : mayVideo ? '/realTime' : undefined
  const alarms = (query: Record<string, string | number> = {}) => {
    if (!mayQuery) return undefined
    const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    return text.size > 0 ? `${ALARM_LIST}?${text}` : ALARM_LIST
  }
  return {
    online: devices,
    /** Devices by how long they were offline today; else those on the map that are. */
    offline: mayTimes
      ? '/statDevOnline?range=today&view=devices&sort=onlineStatus&order=asc'
      : (map('on=0') ?? (mayVideo ? '/realTime' : undefined)),
    state: (state: MarkerState) => map(`states=${1 << STATE_INDEX[state]}`),
    kind: (kind: MarkerKind) => map(`kinds=${1 << MARKER_KINDS.indexOf(kind)}`),
    group: (id: number) =>
      map(`group=${id}`) ?? (mayTimes ? `/statDevOnline?view=devices&nodeId=${id}` : undefined),
    alarms,
    air: maySense ? '/senseDevice' : undefined,
    live: mayVideo ? '/realTime' : undefined,
  }
}

function useMayOpen(path: string): boolean {
  return useCan(path) && hasScreen(path)
}
