import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import { pixelOf } from './drawing/shape-svg.tsx'
import type { MapHandle } from './map-handle.ts'
import type { LngLat } from './mercator.ts'
import { lengthM, takesPoint } from './ranging.ts'
import './ranging-tool.css'
import { UNIT_SYSTEMS, useUnits } from './units.ts'
import { useMapMotion } from './use-map-motion.ts'

/**
 * Measures a way on the map: each click adds a point, double click or right click ends, Escape clears and leaves the
 * tool (stated). The measurement stays until the tool is left.
 */
export function RangingTool({ handle, onLeave }: { handle: MapHandle; onLeave(): void }) {
  const t = useText('map')
  const { map, provider } = handle
  const [points, setPoints] = useState<readonly LngLat[]>([])
  const [ended, setEnded] = useState(false)
  const [cursor, setCursor] = useState<LngLat>()
  const units = useUnits()
  useMapMotion(map)
  const state = useRef({ points, ended })
  state.current = { points, ended }

  useEffect(() => {
    const toWgs = (event: MapMouseEvent) => provider.fromDisplay([event.lngLat.lng, event.lngLat.lat])
    const add = (event: MapMouseEvent) => {
      if (state.current.ended) return
      const { clientWidth, clientHeight } = map.getContainer()
      const size = { width: clientWidth, height: clientHeight }
      const position = toWgs(event)
      setPoints((list) => {
        const last = list.at(-1)
        return takesPoint(last && pixelOf(handle, last), event.point, size) ? [...list, position] : list
      })
    }
    const end = (event: MapMouseEvent) => {
      event.preventDefault()
      if (state.current.points.length > 0) setEnded(true)
      setCursor(undefined)
    }
    const move = (event: MapMouseEvent) => {
      if (!state.current.ended) setCursor(toWgs(event))
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onLeave()
    }
    map.getCanvas().style.cursor = 'crosshair'
    map.doubleClickZoom.disable()
    map.on('click', add)
    map.on('dblclick', end)
    map.on('contextmenu', end)
    map.on('mousemove', move)
    window.addEventListener('keydown', key)
    return () => {
      map.getCanvas().style.cursor = ''
      map.doubleClickZoom.enable()
      map.off('click', add)
      map.off('dblclick', end)
      map.off('contextmenu', end)
      map.off('mousemove', move)
      window.removeEventListener('keydown', key)
    }
  }, [handle, map, provider, onLeave])

  const way = cursor && points.length > 0 && !ended ? [...points, cursor] : points
  const onScreen = way.map((position) => pixelOf(handle, position))
  const last = onScreen.at(-1)
  return (
    <div className="ranging-tool" role="status">
      <svg aria-hidden="true">
        <polyline points={onScreen.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {onScreen.slice(0, points.length).map(({ x, y }, i) => (
          <circle key={i} cx={x} cy={y} r="4" />
        ))}
      </svg>
      {onScreen.slice(1, ended ? points.length - 1 : points.length).map(({ x, y }, i) => (
        <span key={i} className="ranging-leg" style={{ left: x, top: y }}>
          {units.length(lengthM(points.slice(0, i + 2)))}
        </span>
      ))}
      {last && way.length > 1 ? (
        <span className="ranging-total" style={{ left: last.x, top: last.y }}>
          {t('rangingTotal', { length: units.length(lengthM(way)) })}
        </span>
      ) : (
        <span className="ranging-hint">{t('rangingHint')}</span>
      )}
      <fieldset className="ranging-units" aria-label={t('units')}>
        {UNIT_SYSTEMS.map((system) => (
          <button
            key={system}
            type="button"
            aria-pressed={units.system === system}
            onClick={() => units.set(system)}
          >
            {t(`unit.${system}`)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
