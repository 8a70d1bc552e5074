import { create } from 'zustand'
import { useDevice } from '../device-tree/device-store.ts'
import { type DewarpView, FIRST_VIEW, keyed } from './dewarp-view.ts'

/** Views of fish-eyes by channel, as long as the page is open: live video and replay show a camera the same way. */
const useViews = create<Readonly<Record<string, { isOn: boolean; view: DewarpView }>>>(() => ({}))

export type Dewarp = {
  /** The channel is a fish-eye. */
  isFisheye: boolean
  /** What is shown of it; undefined while its round picture is shown. */
  view: DewarpView | undefined
  change(change: (before: DewarpView) => DewarpView): void
  toggle(): void
  /** Whether a key was meant for the view; it is changed then. */
  key(event: { key: string; shiftKey: boolean }): boolean
}

/** How a channel's picture is dewarped. */
export function useDewarp(channel: { sn: string; chnId: number } | undefined): Dewarp {
  const device = useDevice(channel?.sn)
  const key = channel ? `${channel.sn}/${channel.chnId}` : ''
  const own = useViews((views) => views[key])
  const isFisheye = device?.chnList?.find(({ chnId }) => chnId === channel?.chnId)?.pictureStyle === 'fisheye'
  const put = (isOn: boolean, change: (before: DewarpView) => DewarpView) =>
    useViews.setState((views) => ({ [key]: { isOn, view: change(views[key]?.view ?? FIRST_VIEW) } }))
  const view = isFisheye && own?.isOn ? own.view : undefined
  return {
    isFisheye,
    view,
    change: (change) => put(true, change),
    toggle: () => put(view === undefined, (before) => before),
    key(event) {
      if (!view || (event.shiftKey && event.key.startsWith('Arrow'))) return false
      const next = keyed(view, event.key)
      if (next) put(true, () => next)
      return next !== undefined
    },
  }
}
