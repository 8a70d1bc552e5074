import { useState } from 'react'
import { useText } from '../../language/language.ts'
import { pixelOf } from './drawing/shape-svg.tsx'
import type { MapHandle } from './map-handle.ts'
import type { LngLat } from './mercator.ts'
import { lengthM, NO_MEASUREMENT, withClick, withEnd } from './ranging.ts'
import './map-label.css'
import './ranging-tool.css'
import { UNIT_SYSTEMS, useUnits } from './units.ts'
import { useMapMotion } from './use-map-motion.ts'
import { useMapTool } from './use-map-tool.ts'

/**
 * Measures a way on the map: each click adds a point, double click or right click ends, Escape clears and leaves the
 * tool (stated). The measurement stays until the next click, which begins another, or until the tool is left.
 */
export function RangingTool({ handle, onLeave }: { handle: MapHandle; onLeave(): void }) {
  const t = useText('map')
  const { map } = handle
  const [measurement, setMeasurement] = useState(NO_MEASUREMENT)
  const { points, ended } = measurement
  const [cursor, setCursor] = useState<LngLat>()
  const units = useUnits()
  useMapMotion(map)
  useMapTool(handle, {
    onLeave,
    click({ position, pixel }) {
      const { clientWidth, clientHeight } = map.getContainer()
      const size = { width: clientWidth, height: clientHeight }
      setMeasurement((before) => {
        const last = before.points.at(-1)
        return withClick(before, { position, pixel }, last && pixelOf(handle, last), size)
      })
    },
    end() {
      setMeasurement(withEnd)
      setCursor(undefined)
    },
    move({ position }) {
      if (!ended) setCursor(position)
    },
  })

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
        <span key={i} className="map-label ranging-leg" style={{ left: x, top: y }}>
          {units.length(lengthM(points.slice(0, i + 2)))}
        </span>
      ))}
      {last && way.length > 1 ? (
        <span className="map-label ranging-total" style={{ left: last.x, top: last.y }}>
          {t('rangingTotal', { length: units.length(lengthM(way)) })}
        </span>
      ) : (
        <span className="map-label map-hint ranging-hint">{t('rangingHint')}</span>
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
