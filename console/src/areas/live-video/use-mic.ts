import { useSyncExternalStore } from 'react'
import { currentMicOwner, onMicOwner } from '../../features/talk/talk-state.ts'

/** Whether a channel has the page's one microphone now. */
export function useMic(place: { sn: string; chnId: number } | undefined): boolean {
  return useSyncExternalStore(onMicOwner, () => {
    const owner = currentMicOwner()
    return place !== undefined && owner?.sn === place.sn && owner.chnId === place.chnId
  })
}
