import { useNavigate } from 'react-router-dom'
import { notify } from '../../components/notifications/notify.ts'
import { toggleFavourite } from '../../features/favourites/favourite-store.ts'
import { open } from '../../features/open.ts'
import { pictureOf, saveFile } from '../../features/player/snapshot.ts'
import { WHOLE_PICTURE, type ZoomView } from '../../features/player/zoom-box.ts'
import { endTalk } from '../../features/talk/talk-state.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { can, hasCapability } from '../../session/session-store.ts'
import { askForSnapshot } from './device-snapshot.ts'
import { nowHere, replayPath, useMayNotReplay } from './past-facts.ts'
import { snapshotNote } from './snapshot-note.tsx'
import { moveCamera } from './wall-pair.ts'
import { useThisWall } from './wall-store.ts'
import { changeWindow, closeWindow, swapWindows, toggleMaximised, type WallWindow } from './window-grid.ts'
import type { WindowAction } from './window-menu.tsx'
import { goInstant, goLive } from './window-past.ts'

/** Actions of the buttons and the menu of a window. */
export function useWindowActions(window: {
  one: WallWindow
  name: string
  /** The element that shows the picture. */
  video: () => HTMLVideoElement | null
  /** The recorded moment in it; undefined while it is live. */
  pictureMs: number | undefined
  micOn: boolean
  setZoom: (view: ZoomView) => void
  setZooming: (zooming: boolean) => void
  onDewarp: () => void
  onLook: () => void
  /** Discards state of the picture that ends. */
  rest: () => void
  onFullScreen: () => void
}): (action: WindowAction) => void {
  const { one, name, pictureMs, micOn, setZoom, setZooming, rest } = window
  const { id, place, past } = one
  const t = useText('video')
  const navigate = useNavigate()
  const wall = useThisWall()
  const mayNot = useMayNotReplay()
  const change = (part: Partial<WallWindow>) => wall.change((grid) => changeWindow(grid, id, part))

  /**
   * The picture that is shown as a file, and, if it is live, the device's own picture, which comes back as an alarm.
   */
  const takeSnapshot = async () => {
    const video = window.video()
    if (!place || !video) return
    try {
      saveFile(await pictureOf(video), `${name}_${formatTime(pictureMs ?? platformNow())}.jpg`)
      if (pictureMs !== undefined) {
        notify.success(t('done.pictureSaved'))
        return
      }
      const { sn, chnId } = place
      await askForSnapshot({ sn, chnId }, ({ alarmSeq, isThere }) => {
        const mayShow = can('/earlyWarningData/alarmList') && hasCapability('alarm')
        if (!isThere || !mayShow) {
          notify.success({ key: alarmSeq, content: t(isThere ? 'done.snapshotCame' : 'done.snapshot') })
          return
        }
        const show = () => {
          notify.destroy(alarmSeq)
          open({ kind: 'alarm', alarm: { sn, alarmSeq } })
        }
        notify.success({ key: alarmSeq, duration: 8, content: snapshotNote(t, show) })
      })
    } catch (error) {
      notify.error(errorText(error))
    }
  }
  const toggleFavour = async () => {
    if (!place) return
    try {
      const done = await toggleFavourite({ ...place, name })
      notify.success(t(done === 'added' ? 'done.favouriteAdded' : 'done.favouriteRemoved'))
    } catch (error) {
      notify.error(errorText(error))
    }
  }
  const talk = () => {
    if (micOn) endTalk()
    else if (place && !open({ kind: 'talk', target: { sn: place.sn, chnId: place.chnId, mode: 'intercom' } }))
      notify.warning(t('window.noTalk'))
  }
  const end = () => {
    if (micOn) endTalk()
    rest()
  }

  return (action) => {
    switch (action) {
      case 'favourite':
        return void toggleFavour()
      case 'snapshot':
        return void takeSnapshot()
      case 'talk':
        return talk()
      case 'replay':
        return place && navigate(replayPath(place, past?.moment.positionMs()))
      case 'instant':
        if (mayNot) return void notify.warning({ key: 'past', content: t(mayNot) })
        return wall.change((grid) => goInstant(grid, id, nowHere()))
      case 'live':
        return wall.change((grid) => goLive(grid, id))
      case 'zoom':
        return setZooming(true)
      case 'zoomReset':
        return setZoom(WHOLE_PICTURE)
      case 'dewarp':
        return window.onDewarp()
      case 'look':
        return window.onLook()
      case 'diagnosis':
        return change({ diagnosis: !one.diagnosis })
      case 'maximise':
        return wall.change((grid) => toggleMaximised(grid, id))
      case 'fullScreen':
        wall.change((grid) => (grid.maximised === id ? grid : toggleMaximised(grid, id)))
        return window.onFullScreen()
      case 'otherWindow':
        return place && void moveCamera(place)
      case 'mute':
        return change({ muted: !one.muted })
      case 'pause':
        if (past) return past.moment.isRunning() ? past.moment.pause() : past.moment.play()
        change({ paused: !one.paused })
        return end()
      case 'stop':
        wall.change((grid) => closeWindow(grid, id))
        return end()
      case 'auto':
      case 'main':
      case 'sub':
        return change({ streamType: action })
      case 'ratio0':
      case 'ratio1':
      case 'ratio2':
        return change({ ratio: Number(action.slice(-1)) as WallWindow['ratio'] })
      default:
        return wall.change((grid) => swapWindows(grid, id, Number(action.slice('swap'.length))))
    }
  }
}
