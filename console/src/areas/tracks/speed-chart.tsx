import { type PointerEvent, useEffect, useMemo, useRef, useState, type WheelEvent } from 'react'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformZoneMinutes } from '../../platform/clock.ts'
import { CHART_PAD, momentAt, xOf } from './chart-scale.ts'
import type { HoverMoment } from './hover-moment.ts'
import type { Playback } from './playback.ts'
import { type ChartTrack, drawChart } from './speed-chart-draw.ts'
import type { Span } from './track.ts'
import { placeAt } from './track-place.ts'
import { useMoment } from './use-moment.ts'
import '../../features/map/map-card.css'

const LEAST_VIEW_MS = 60_000
const ZOOM_STEP = 1.25

type SpeedChartProps = {
  tracks: readonly ChartTrack[]
  span: Span
  playback: Playback
  hover: HoverMoment
  theme: MapTheme
}

/** Speeds over time, under the map and linked with it: the pointer shows a place, a press goes there, the wheel zooms. */
export function SpeedChart({ tracks, span, playback, hover, theme }: SpeedChartProps) {
  const t = useText('tracks')
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const cursor = useRef<HTMLDivElement>(null)
  const pointed = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [zoomed, setZoomed] = useState<Span>()
  const view = zoomed ?? span
  const zoneMinutes = platformZoneMinutes()
  const focusSn = tracks.find(({ isFocus }) => isFocus)?.track.sn

  // biome-ignore lint/correctness/useExhaustiveDependencies: another span is seen as a whole
  useEffect(() => setZoomed(undefined), [span.fromMs, span.toMs])
  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || size.width === 0) return
    const ratio = window.devicePixelRatio
    element.width = Math.round(size.width * ratio)
    element.height = Math.round(size.height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const style = getComputedStyle(document.documentElement)
    const ink = (name: string) => style.getPropertyValue(`--${name}`).trim()
    const inks = {
      text: ink('text-3'),
      line: ink('text-3'),
      soft: ink('line-soft'),
      lost: theme === 'dark' ? 'rgb(165 124 255)' : 'rgb(122 77 224)',
      stop: ink('info'),
      alarm: ink('danger'),
    }
    const font = `11px ${getComputedStyle(document.body).fontFamily}`
    drawChart(context, size, tracks, view, { theme, inks, font, zoneMinutes })
  }, [size, tracks, view, theme, zoneMinutes])

  const place = (element: HTMLElement | null, atMs: number) => {
    if (!element) return
    element.hidden = atMs < view.fromMs || atMs > view.toMs
    element.style.transform = `translateX(${xOf(atMs, view, size).toFixed(1)}px)`
  }
  useMoment(playback, (atMs) => place(cursor.current, atMs))
  useEffect(() => place(cursor.current, playback.positionMs()))
  const lines = useMemo(
    () => (atMs: number) =>
      tracks.map(({ track }) => {
        const found = placeAt(track, atMs)
        const name = deviceBySn(track.sn)?.name ?? track.sn
        const what = found?.lost
          ? t(`gap.${found.lost}`)
          : t('kmh', { speed: Math.round(found?.speedKmh ?? 0) })
        return tracks.length > 1 ? `${name}  ${what}` : what
      }),
    [tracks, t],
  )
  useEffect(() =>
    hover.subscribe((hovered) => {
      if (!pointed.current || !tip.current) return
      pointed.current.hidden = hovered === undefined
      tip.current.hidden = hovered === undefined
      if (!hovered) return
      place(pointed.current, hovered.atMs)
      tip.current.textContent = [formatTime(hovered.atMs), ...lines(hovered.atMs)].join('\n')
      const x = xOf(hovered.atMs, view, size)
      const isRight = x > size.width / 2
      tip.current.style.transform = `translateX(${isRight ? x - tip.current.offsetWidth - 8 : x + 8}px)`
    }),
  )

  const momentOf = (event: { clientX: number }) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    return momentAt(event.clientX - left, view, size)
  }
  const onMove = (event: PointerEvent) => {
    const atMs = momentOf(event)
    if (focusSn !== undefined) hover.set({ sn: focusSn, atMs })
    if (event.buttons & 1) playback.seek(atMs)
  }
  const zoom = (event: WheelEvent) => {
    const atMs = momentOf(event)
    const factor = event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP
    const length = Math.max(LEAST_VIEW_MS, (view.toMs - view.fromMs) * factor)
    if (length >= span.toMs - span.fromMs) return setZoomed(undefined)
    const share = (atMs - view.fromMs) / (view.toMs - view.fromMs)
    const fromMs = Math.max(span.fromMs, Math.min(span.toMs - length, atMs - share * length))
    setZoomed({ fromMs, toMs: fromMs + length })
  }
  return (
    <div
      ref={box}
      className="speed-chart"
      role="img"
      aria-label={t('chart.label')}
      data-from={Math.round(view.fromMs)}
      data-to={Math.round(view.toMs)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        playback.seek(momentOf(event))
      }}
      onPointerMove={onMove}
      onPointerLeave={() => hover.set(undefined)}
      onWheel={zoom}
      onDoubleClick={() => setZoomed(undefined)}
    >
      <canvas ref={canvas} />
      <div
        ref={pointed}
        className="speed-chart-pointed"
        hidden
        style={{ top: CHART_PAD.top, bottom: CHART_PAD.bottom }}
      />
      <div ref={cursor} className="speed-chart-cursor" hidden style={{ bottom: CHART_PAD.bottom }} />
      <div ref={tip} className="map-tip speed-chart-tip" hidden />
    </div>
  )
}
