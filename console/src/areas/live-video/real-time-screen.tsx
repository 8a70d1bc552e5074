import { MEETING_ROOT_ID } from '@backlot/contract/devices/constants'
import { Alert, App } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { notify } from '../../components/notifications/notify.ts'
import { useAddress } from '../../components/use-address.ts'
import { useIsPhone } from '../../components/use-media-query.ts'
import { DevicePanel } from '../../features/device-tree/device-panel.tsx'
import { deviceBySn, loadTree, useTreeState } from '../../features/device-tree/device-store.ts'
import type { FavouriteTarget } from '../../features/device-tree/device-tree.tsx'
import { isSenseType } from '../../features/device-tree/tree-entry.ts'
import type { TreePick } from '../../features/device-tree/tree-pick.ts'
import {
  changeFavourite,
  liesIn,
  placeFavourite,
  useFavourites,
} from '../../features/favourites/favourite-store.ts'
import { open } from '../../features/open.ts'
import { mediaSupport } from '../../features/player/media-support.ts'
import { useAutoClose } from '../../features/player/use-auto-close.ts'
import { useFullScreen } from '../../features/video-screen/use-full-screen.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { can } from '../../session/session-store.ts'
import { openAlone, openOnWall } from './open-places.ts'
import './real-time-screen.css'
import './video-wall-phone.css'
import { AutoCloseSetting } from './auto-close-setting.tsx'
import { screenOfFunction } from './screen-of-function.ts'
import { SecondWindowOffer, SecondWindowTools } from './second-window-tools.tsx'
import { TreeSplitter, useTreeWidth } from './tree-splitter.tsx'
import { usePauseOnUnload } from './use-pause-on-unload.ts'
import { isSteerable } from './use-place.ts'
import { useSecondWall } from './use-second-wall.ts'
import { useTreeMenu } from './use-tree-menu.tsx'
import { useWallAddress } from './use-wall-address.ts'
import { VideoWall } from './video-wall.tsx'
import { screenWall } from './wall-store.ts'
import { WallToolbar } from './wall-toolbar.tsx'
import { setLayout, stopAll } from './window-grid.ts'

/** Every node is offered: the tree's own filters do the rest. */
const everyNode = () => true

/**
 * Live video: the device tree, the wall of windows, and the PTZ panel of the selected one. On a phone the picture is at
 * the top, with the panel or the tree below it, and a tap in the tree opens a camera.
 */
export function RealTimeScreen() {
  const t = useText('video')
  const d = useText('devices')
  const navigate = useNavigate()
  const grid = screenWall.use((state) => state.grid)
  const [treeWidth, setTreeWidth] = useTreeWidth()
  const isPhone = useIsPhone()
  const address = useAddress()
  const [treeShown, setTreeShown] = useTreeShown(address)
  const [ptzShown, setPtzShown] = useState(false)
  const [selectedKey, setSelectedKey] = useState<string>()
  const [fullScreen, toggleFullScreen] = useFullScreen()

  const openOnScreen = useCallback(
    (what: { sn: string; chnId?: number }, id?: number) => {
      const refusal = isPhone ? openAlone(screenWall, what) : openOnWall(screenWall, what, id)
      if (refusal) notify.error({ key: 'open', content: t(`open.${refusal}`) })
      else if (isPhone) {
        const { place } = screenWall.grid().windows[0]!
        setPtzShown(isSteerable(deviceBySn(place?.sn ?? ''), place?.chnId))
      }
    },
    [t, isPhone],
  )
  const menu = useTreeMenu(openOnScreen)
  const sortFavourite = useCallback((id: number, onto: FavouriteTarget) => {
    const list = useFavourites.getState().list ?? []
    if ('folder' in onto && liesIn(list, onto.folder, id)) return
    const work =
      'place' in onto ? placeFavourite(id, onto.place) : changeFavourite(id, { parentId: onto.folder })
    work.catch((error: unknown) => notify.error(errorText(error)))
  }, [])
  useWallAddress(screenWall, address)
  useOpenFromUrl(openOnScreen, address)
  const second = useSecondWall(address)
  useAutoPlay()
  usePauseWhenIdle()
  usePauseOnUnload(screenWall)

  const marked = useMemo(() => {
    const places = grid.windows.slice(0, grid.layout).flatMap((one) => (one.place ? [one.place] : []))
    return new Set(places.flatMap(({ sn, chnId }) => [sn, `${sn}/${chnId}`]))
  }, [grid])

  const show = ({ path, to }: { path: string; to: string }) => {
    if (can(path)) navigate(to)
    else notify.warning({ key: 'open', content: t('open.notPermitted') })
  }
  const onOpen = (pick: TreePick) => {
    const { sn } = pick.node
    if (pick.node.id === MEETING_ROOT_ID) open({ kind: 'meeting' })
    if (!sn) return
    const screen = screenOfFunction(pick)
    if (screen) show(screen)
    else if (isSenseType(pick.nodeType)) return
    else if (pick.channel) openOnScreen({ sn, chnId: pick.channel.chnId })
    else if (pick.node.chnId !== undefined) openOnScreen({ sn, chnId: pick.node.chnId })
    else openOnScreen({ sn })
  }
  const onSelect = (pick: TreePick) => {
    setSelectedKey(pick.key)
    if (isPhone) return onOpen(pick)
    const screen = screenOfFunction(pick)
    if (screen) show(screen)
  }

  const hasTree = treeShown && !(isPhone && ptzShown)
  const showTree = (shown: boolean) => {
    if (isPhone) setPtzShown(false)
    setTreeShown(shown)
  }
  const tree = hasTree && (
    <div className="real-time-tree" style={isPhone ? {} : { width: treeWidth }}>
      <DevicePanel
        filter={everyNode}
        label={d('tree')}
        selectedKey={selectedKey}
        marked={marked}
        {...(isPhone ? {} : { draggable: 'all' })}
        onSelect={onSelect}
        onOpen={onOpen}
        onMenu={menu.show}
        onSort={sortFavourite}
      />
      {menu.menu}
      {!isPhone && <TreeSplitter width={treeWidth} onWidth={setTreeWidth} />}
    </div>
  )

  return (
    <div className="real-time" data-fits="phone">
      <h1 className="visually-hidden">{t('wall.heading')}</h1>
      {!isPhone && tree}
      <div className="real-time-main" data-full-screen={fullScreen}>
        <WallToolbar
          tree={{ shown: hasTree, onToggle: () => showTree(!hasTree) }}
          ptzShown={ptzShown}
          fullScreen={fullScreen}
          onPtz={() => setPtzShown(!ptzShown)}
          onLayout={(layout) => screenWall.change((before) => setLayout(before, layout))}
          onFullScreen={toggleFullScreen}
        >
          <SecondWindowTools />
          <AutoCloseSetting />
        </WallToolbar>
        {second.isWanted && !isPhone && <SecondWindowOffer onGiveUp={second.giveUp} />}
        {!mediaSupport().live && <Alert banner type="error" title={t('player.noMse')} />}
        <VideoWall ptzShown={ptzShown} onPtz={setPtzShown} onFullScreen={toggleFullScreen} />
      </div>
      {isPhone && tree}
    </div>
  )
}

/** Pauses the whole wall when nobody operated the page for the minutes of the setting, and shows it. */
function usePauseWhenIdle(): void {
  const t = useText('video')
  const { modal } = App.useApp()
  const running = screenWall.use(({ grid }) => grid.windows.some((one) => one.place && !one.paused))
  useAutoClose(
    (minutes) => {
      screenWall.change((before) => stopAll(before, 0))
      modal.confirm({
        title: t('autoClose.happenedTitle'),
        content: t('autoClose.happened', { count: minutes }),
        okText: t('autoClose.resume'),
        cancelText: t('autoClose.leave'),
        onOk: () => screenWall.change((before) => stopAll(before, 2)),
      })
    },
    { running },
  )
}

/** Whether the tree is shown: folded by the address (`?tree=0`), on a phone by its button alone. */
function useTreeShown([search, setAddress]: ReturnType<typeof useAddress>): [
  boolean,
  (shown: boolean) => void,
] {
  const isPhone = useIsPhone()
  const [below, setBelow] = useState(true)
  const setBeside = useCallback(
    (shown: boolean) =>
      setAddress((before) => {
        if (shown) before.delete('tree')
        else before.set('tree', '0')
        return before
      }),
    [setAddress],
  )
  return isPhone ? [below, setBelow] : [search.get('tree') !== '0', setBeside]
}

/** Opens the camera of the address (`?sn=…&chnId=…`) once the tree is there. */
function useOpenFromUrl(
  openOnScreen: (what: { sn: string; chnId?: number }) => void,
  [params, setParams]: ReturnType<typeof useAddress>,
): void {
  const state = useTreeState()
  const sn = params.get('sn')
  const chnId = params.get('chnId')
  useEffect(() => {
    if (state !== 'ready' || sn === null) return
    openOnScreen(chnId === null ? { sn } : { sn, chnId: Number(chnId) })
    setParams((before) => {
      before.delete('sn')
      before.delete('chnId')
      return before
    })
  }, [state, sn, chnId, openOnScreen, setParams])
}

/** Plays the auto-play favourites when the wall is empty. */
function useAutoPlay(): void {
  const ready = useTreeState() === 'ready'
  const done = useRef(false)
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
  }, [])
  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    if (screenWall.grid().windows.some((one) => one.place)) return
    for (const favourite of useFavourites.getState().list ?? []) {
      if (favourite.autoPlay === 1) openOnWall(screenWall, { sn: favourite.sn, chnId: favourite.chnId })
    }
  }, [ready])
}
