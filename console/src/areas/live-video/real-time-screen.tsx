import { App } from 'antd'
import {
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import { DevicePanel } from '../../parts/device-tree/device-panel.tsx'
import { loadTree, useTreeState } from '../../parts/device-tree/device-store.ts'
import type { TreePick } from '../../parts/device-tree/tree-pick.ts'
import { useFavourites } from '../../parts/favourites/favourite-store.ts'
import { PtzPanel } from '../../parts/ptz/ptz-panel.tsx'
import { usePtz } from '../../parts/ptz/use-ptz.ts'
import { areasOf, gridArea, sideOf } from '../../parts/video-layout/layout-areas.ts'
import { openOnWall } from './open-places.ts'
import './real-time-screen.css'
import { screenOfFunction } from './screen-of-function.ts'
import { TreeSplitter, useTreeWidth } from './tree-splitter.tsx'
import { useAutoClose } from './use-auto-close.ts'
import { usePauseOnUnload } from './use-pause-on-unload.ts'
import { usePlace } from './use-place.ts'
import { useTreeMenu } from './use-tree-menu.tsx'
import { VideoWindow } from './video-window.tsx'
import { changeWall, grid as gridNow, useWall } from './wall-store.ts'
import { WallToolbar } from './wall-toolbar.tsx'
import {
  closeWindow,
  isLayout,
  type Layout,
  neighbour,
  selectWindow,
  setLayout,
  toggleMaximised,
} from './window-grid.ts'

/** Every node is offered: the tree's own filters do the rest. */
const everyNode = () => true

/** Live video: the device tree, the wall of windows, and the PTZ panel of the selected one. */
export function RealTimeScreen() {
  const t = useText('video')
  const d = useText('devices')
  const { message } = App.useApp()
  const navigate = useNavigate()
  const grid = useWall((state) => state.grid)
  const wall = useRef<HTMLDivElement>(null)
  const [treeWidth, setTreeWidth] = useTreeWidth()
  const [treeShown, setTreeShown] = useState(true)
  const [ptzShown, setPtzShown] = useState(false)
  const [playing, setPlaying] = useState<ReadonlySet<number>>(new Set())
  const [selectedKey, setSelectedKey] = useState<string>()
  const [fullScreen, setFullScreen] = useState(false)

  const open = useCallback(
    (what: { sn: string; chnId?: number }, id?: number) => {
      const refusal = openOnWall(what, id)
      if (refusal) message.error({ key: 'open', content: t(`open.${refusal}`) })
    },
    [message, t],
  )
  const menu = useTreeMenu(open)
  const changeLayout = useLayoutInUrl()
  useOpenFromUrl(open)
  useAutoPlay()
  useAutoClose()
  usePauseOnUnload()

  const selected = grid.windows[grid.selected]!
  const { name: selectedName } = usePlace(selected.place)
  const steered = playing.has(grid.selected) && !selected.paused ? selected.place : undefined
  const ptz = usePtz(steered)
  const marked = useMemo(() => {
    const places = grid.windows.slice(0, grid.layout).flatMap((one) => (one.place ? [one.place] : []))
    return new Set(places.flatMap(({ sn, chnId }) => [sn, `${sn}/${chnId}`]))
  }, [grid])

  useEffect(() => {
    const changed = () => {
      if (document.fullscreenElement === null) setFullScreen(false)
    }
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])

  const onState = useCallback((id: number, snapshot: { state: string } | undefined) => {
    setPlaying((before) => {
      const is = snapshot?.state === 'playing'
      if (before.has(id) === is) return before
      const after = new Set(before)
      if (is) after.add(id)
      else after.delete(id)
      return after
    })
  }, [])
  const onDropped = useCallback(
    (dragged: { sn: string; chnId?: number }, id: number) => open(dragged, id),
    [open],
  )
  const showPtz = useCallback(() => setPtzShown(true), [])

  const onOpen = (pick: TreePick) => {
    const { sn } = pick.node
    if (!sn) return
    const screen = screenOfFunction(pick.nodeType, sn)
    if (screen) navigate(screen)
    else if (pick.channel) open({ sn, chnId: pick.channel.chnId })
    else if (pick.node.chnId !== undefined) open({ sn, chnId: pick.node.chnId })
    else open({ sn })
  }
  const onSelect = (pick: TreePick) => {
    setSelectedKey(pick.key)
    const screen = pick.node.sn && screenOfFunction(pick.nodeType, pick.node.sn)
    if (screen) navigate(screen)
  }

  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (!document.fullscreenEnabled) message.warning(t('wall.fullScreenNotSupported'))
    else {
      // The page as a whole: lists, tips and messages are drawn beside the wall, not in it.
      document.documentElement
        .requestFullscreen()
        .then(() => setFullScreen(true))
        .catch(() => message.warning(t('wall.fullScreenNotSupported')))
    }
  }

  const onWallKey = (event: KeyboardEvent) => {
    const onWindow = (event.target as Element).hasAttribute('data-window')
    if (!onWindow || event.ctrlKey || event.metaKey || event.altKey) return
    if (ptzShown && ptz.keys.down(event.key)) {
      event.preventDefault()
      return
    }
    const step = WINDOW_STEPS[event.key]
    if (step !== undefined) {
      const id = neighbour(gridNow(), step)
      changeWall((before) => selectWindow(before, id))
      wall.current?.querySelector<HTMLElement>(`[data-window="${id}"]`)?.focus()
    } else if (event.key === 'Enter') changeWall((before) => toggleMaximised(before, before.selected))
    else if (event.key === 'Delete') changeWall((before) => closeWindow(before, before.selected))
    else if (event.key === 'p' || event.key === 'P') setPtzShown(true)
    else return
    event.preventDefault()
  }

  const areas = areasOf(grid.layout)
  return (
    <div className="real-time">
      <h1 className="visually-hidden">{t('wall.heading')}</h1>
      {treeShown && (
        <div className="real-time-tree" style={{ width: treeWidth }}>
          <DevicePanel
            filter={everyNode}
            label={d('tree')}
            selectedKey={selectedKey}
            marked={marked}
            draggable
            onSelect={onSelect}
            onOpen={onOpen}
            onMenu={menu.show}
          />
          {menu.menu}
          <TreeSplitter width={treeWidth} onWidth={setTreeWidth} />
        </div>
      )}
      <div className="real-time-main" data-full-screen={fullScreen} ref={wall}>
        <WallToolbar
          grid={grid}
          treeShown={treeShown}
          ptzShown={ptzShown}
          fullScreen={fullScreen}
          onTree={() => setTreeShown(!treeShown)}
          onPtz={() => setPtzShown(!ptzShown)}
          onLayout={changeLayout}
          onFullScreen={toggleFullScreen}
        />
        <section
          className="video-wall"
          aria-label={t('wall.title')}
          data-layout={grid.layout}
          style={{ '--side': grid.maximised === undefined ? sideOf(grid.layout) : 1 } as CSSProperties}
          onKeyDown={onWallKey}
          onKeyUp={(event) => ptz.keys.up(event.key)}
          onBlur={() => ptz.keys.letGo()}
        >
          {areas.map((area, id) => (
            <VideoWindow
              key={id}
              one={grid.windows[id]!}
              selected={id === grid.selected}
              maximised={grid.maximised === id}
              hidden={grid.maximised !== undefined && grid.maximised !== id}
              area={grid.maximised === undefined ? gridArea(area) : '1 / 1'}
              onPtz={showPtz}
              onDropped={onDropped}
              onState={onState}
            />
          ))}
          {ptzShown && (
            <PtzPanel target={steered} name={selectedName} control={ptz} onClose={() => setPtzShown(false)} />
          )}
        </section>
      </div>
    </div>
  )
}

const WINDOW_STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

/** The layout stands in the address (`?layout=9`) and wins over what was kept. */
function useLayoutInUrl(): (layout: Layout) => void {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('layout'))
  useEffect(() => {
    if (isLayout(asked) && asked !== gridNow().layout) changeWall((before) => setLayout(before, asked))
  }, [asked])
  return (layout) => {
    changeWall((before) => setLayout(before, layout))
    setParams(
      (before) => {
        before.set('layout', String(layout))
        return before
      },
      { replace: true },
    )
  }
}

/** Opens what the address names (`?sn=…&chnId=…`) once the tree is there. */
function useOpenFromUrl(open: (what: { sn: string; chnId?: number }) => void): void {
  const [params, setParams] = useSearchParams()
  const state = useTreeState()
  const sn = params.get('sn')
  const chnId = params.get('chnId')
  useEffect(() => {
    if (state !== 'ready' || sn === null) return
    open(chnId === null ? { sn } : { sn, chnId: Number(chnId) })
    setParams(
      (before) => {
        before.delete('sn')
        before.delete('chnId')
        return before
      },
      { replace: true },
    )
  }, [state, sn, chnId, open, setParams])
}

/** Plays the favourites that ask for it when the wall is empty. */
function useAutoPlay(): void {
  const ready = useTreeState() === 'ready'
  const done = useRef(false)
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
  }, [])
  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    if (gridNow().windows.some((one) => one.place)) return
    for (const favourite of useFavourites.getState().list ?? []) {
      if (favourite.autoPlay === 1) openOnWall({ sn: favourite.sn, chnId: favourite.chnId })
    }
  }, [ready])
}
