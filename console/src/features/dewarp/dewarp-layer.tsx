import { ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { useText } from '../../language/language.ts'
import './dewarp-layer.css'
import { lookFilter, type PictureLook, PLAIN_LOOK } from '../player/picture-look.ts'
import { dewarpPainter, type PainterState } from './dewarp-painter.ts'
import { DEWARP_MODES, dragged, keyed, magnified, tileNumberAt } from './dewarp-view.ts'
import { FourViewsIcon, OneViewIcon, PanoramaIcon } from './icons.tsx'
import type { Dewarp } from './use-dewarp.ts'

type DewarpLayerProps = {
  dewarp: Dewarp
  /** The element that shows the round picture. */
  video: () => HTMLVideoElement | null
  look?: PictureLook
}

const WHEEL_STEP = 1.15
/** A press that moves less is a click. */
const SLIP_PX = 4
/** More pixels than a picture has show no more. */
const WIDTH_MAX = 1920
const ICONS = { one: OneViewIcon, four: FourViewsIcon, panorama: PanoramaIcon } as const

/** Lies over a fish-eye's round picture and shows what an imagined camera sees there: dragged, and magnified by the wheel. */
export function DewarpLayer({ dewarp, video, look = PLAIN_LOOK }: DewarpLayerProps) {
  const t = useText('video')
  const layer = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { view } = dewarp
  const state: PainterState = useSyncExternalStore(
    (listener) => dewarpPainter().subscribe(listener),
    () => dewarpPainter().state,
  )
  const now = useRef({ dewarp, video })
  now.current = { dewarp, video }
  const isDue = useRef(true)
  isDue.current = true

  // Any drawing follows the pictures of the video, the view, and the size of the window.
  useEffect(() => {
    let frame = 0
    let watched: HTMLVideoElement | undefined
    const onPicture = () => {
      isDue.current = true
      watched?.requestVideoFrameCallback(onPicture)
    }
    const draw = () => {
      frame = requestAnimationFrame(draw)
      const [target, source] = [canvas.current, now.current.video()]
      const shown = now.current.dewarp.view
      if (!target || !source || !shown || target.clientWidth === 0) return
      if (source !== watched) {
        watched = source
        onPicture()
      }
      const scale = Math.min(devicePixelRatio, WIDTH_MAX / target.clientWidth)
      const [width, height] = [target.clientWidth, target.clientHeight].map((side) =>
        Math.round(side * scale),
      )
      if (target.width !== width || target.height !== height) {
        target.width = width!
        target.height = height!
        isDue.current = true
      }
      if (!isDue.current || source.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || source.videoWidth === 0)
        return
      isDue.current = false
      dewarpPainter().paint(target, source, shown)
    }
    frame = requestAnimationFrame(draw)
    return () => {
      cancelAnimationFrame(frame)
      watched = undefined
    }
  }, [])

  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = layer.current!.getBoundingClientRect()
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height, box }
  }
  useEffect(() => {
    const element = layer.current
    const onWheel = (event: WheelEvent) => {
      if (event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      const { box, ...spot } = spotOf(event)
      const factor = event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP
      now.current.dewarp.change((before) => magnified(before, box.width / box.height, spot, factor))
    }
    // React hears wheels passively: Ctrl with the wheel would magnify the page.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })

  /** Fingers and pointers that are down, each at its last place. */
  const held = useRef(new Map<number, { clientX: number; clientY: number }>())
  const moved = useRef(false)
  const onPointerMove = (event: PointerEvent) => {
    const from = held.current.get(event.pointerId)
    if (!from) return
    const slipped = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY)
    if (!moved.current && slipped < SLIP_PX) return
    moved.current = true
    const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1]
    held.current.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY })
    const { box, ...to } = spotOf(event)
    const aspect = box.width / box.height
    if (!other) {
      const { box: _box, ...start } = spotOf(from)
      dewarp.change((before) => dragged(before, aspect, start, to))
      return
    }
    const gap = (at: { clientX: number; clientY: number }) =>
      Math.max(1, Math.hypot(at.clientX - other.clientX, at.clientY - other.clientY))
    const { box: _box, ...middle } = spotOf({
      clientX: (event.clientX + other.clientX) / 2,
      clientY: (event.clientY + other.clientY) / 2,
    })
    dewarp.change((before) => magnified(before, aspect, middle, gap(event) / gap(from)))
  }
  const letGo = (event: PointerEvent) => held.current.delete(event.pointerId)

  if (!view) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a surface to drag; the window's keys do it without
    <div
      ref={layer}
      className="dewarp-layer"
      onPointerDown={(event) => {
        const isFree = held.current.size < 2 && event.button === 0
        if (!isFree || (event.target as Element).closest('[role=toolbar]')) return
        if (held.current.size === 0) moved.current = false
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY })
        const { box: _box, ...spot } = spotOf(event)
        if (view.mode === 'four')
          dewarp.change((before) => ({ ...before, active: tileNumberAt(before, spot) }))
      }}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onClick={(event) => {
        // A drag is no click on the window.
        if (moved.current) event.stopPropagation()
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !dewarp.key(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {state === 'ready' ? (
        <canvas
          ref={canvas}
          className="dewarp-canvas"
          role="img"
          aria-label={t('dewarp.picture')}
          style={{ filter: lookFilter(look) }}
        />
      ) : (
        <div className="player-notes">
          <div className="player-note" role="status">
            <WarningOutlined aria-hidden />
            <span>{t(`dewarp.${state}`)}</span>
          </div>
        </div>
      )}
      {state === 'ready' && view.mode === 'four' && (
        <i
          className="dewarp-active"
          style={{ left: `${(view.active % 2) * 50}%`, top: `${Math.floor(view.active / 2) * 50}%` }}
        />
      )}
      {state === 'ready' && (
        <div
          className="dewarp-modes"
          role="toolbar"
          aria-label={t('dewarp.modes')}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          {DEWARP_MODES.map((mode) => {
            const Icon = ICONS[mode]
            return (
              <button
                key={mode}
                type="button"
                aria-label={t(`dewarp.${mode}`)}
                aria-pressed={view.mode === mode}
                title={t(`dewarp.${mode}`)}
                onClick={() => dewarp.change((before) => ({ ...before, mode }))}
              >
                <Icon />
              </button>
            )
          })}
          <button
            type="button"
            aria-label={t('dewarp.reset')}
            title={t('dewarp.reset')}
            onClick={() => dewarp.change((before) => keyed(before, '0') ?? before)}
          >
            <ReloadOutlined />
          </button>
        </div>
      )}
    </div>
  )
}
