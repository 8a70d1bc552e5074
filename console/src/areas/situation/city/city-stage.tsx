import { LIMITS } from '@backlot/contract/limits'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type AlarmTypes, useAlarmTypes } from '../../../features/alarms/alarm-types.ts'
import { placeName } from '../../../features/alarms/place-name.ts'
import { useLanguage, useText } from '../../../language/language.ts'
import { formatTime } from '../../../platform/clock.ts'
import { CityModel } from './city-model.ts'
import { type CityView, type Extent, fitView, onStage } from './city-view.ts'
import { paintCity } from './paint-city.ts'
import { type PlacedAlarm, useAlarmRipples } from './use-alarm-ripples.ts'
import { useCityDevices } from './use-city-devices.ts'
import { useCityShapes } from './use-city-shapes.ts'
import { densityOf, useFlowScene } from './use-flow-scene.ts'
import { useStageSize } from './use-stage-size.ts'
import { exposeWall } from './wall-diagnostics.ts'

/** Without a device with a position: around the stated default of maps. */
const { latitude, longitude } = LIMITS.mapDefault
const DEFAULT_EXTENT: Extent = [longitude - 0.15, latitude - 0.1, longitude + 0.15, latitude + 0.1]

/** The city: its plan, with moving things and present events. `free` is the part that panels leave open. */
export function CityStage({ free }: { free: HTMLElement | null }) {
  const t = useText('situation')
  const language = useLanguage()
  const types = useAlarmTypes()
  const [model] = useState(() => new CityModel())
  const host = useRef<HTMLDivElement>(null)
  const plan = useRef<HTMLCanvasElement>(null)
  const size = useStageSize(host, free)
  const devices = useCityDevices(model, DEFAULT_EXTENT)
  const view = useMemo(
    () => (size && devices ? fitView(devices.plane, devices.extent, size, size.free) : undefined),
    [size, devices],
  )
  const shapes = useCityShapes(devices?.plane, view)
  const labels = useAlarmRipples(model, devices?.plane, types)
  const failure = useFlowScene(host, model, view)

  useLayoutEffect(() => {
    if (plan.current && view && size)
      paintCity(plan.current, { view, shapes, language, free: size.free, density: densityOf(view) })
  }, [view, size, shapes, language])
  useEffect(() => {
    if (devices && view) return exposeWall({ model, plane: devices.plane, view, host: () => host.current })
  }, [model, devices, view])

  return (
    <section className="wall-city" aria-label={t('city.title')}>
      <canvas ref={plan} className="wall-plan" aria-hidden />
      <div ref={host} className="wall-flows" aria-hidden />
      {view && labels.map((label) => <AlarmLabel key={label.key} label={label} view={view} types={types} />)}
      {failure !== undefined && <p className="wall-notice">{t('city.noGraphics', { reason: failure })}</p>}
    </section>
  )
}

function AlarmLabel({ label, view, types }: { label: PlacedAlarm; view: CityView; types: AlarmTypes }) {
  const { alarm, level } = label
  const { x, y } = onStage(view, label)
  const side = x > view.width * 0.55 ? 'left' : 'right'
  return (
    <div className="wall-label" data-side={side} data-level={level} style={{ left: x, top: y }}>
      <strong>{types.nameOf(alarm.type, alarm.subType)}</strong>
      <span title={placeName(alarm)}>
        {formatTime(alarm.startTime).slice(11)} · {placeName(alarm)}
      </span>
    </div>
  )
}
