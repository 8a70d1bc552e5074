import type { Capability } from '@backlot/contract/capabilities'
import {
  agricultureRealtime,
  gasRealtime,
  type SensorReading,
  sensorRealtime,
  solarRealtime,
} from '@backlot/contract/devices/calls'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { askAgainOnAlarm } from '../alarms/follow-alarms.ts'
import { functionsOf } from '../device-tree/tree-entry.ts'
import { valueText } from '../readings/reading-figure.ts'
import { ReadingIcon } from '../readings/reading-icon.tsx'
import { compassPoint, isWindDirection } from '../readings/wind-direction.ts'

const REFRESH_MS = 30_000

/** Calls of readings by the function entry that a device has. */
const SOURCES = [
  { entry: NODE_TYPES.functionHjt212, call: sensorRealtime, capability: 'hjt212' },
  { entry: NODE_TYPES.functionSolar, call: solarRealtime, capability: 'solarEnergy' },
  { entry: NODE_TYPES.functionAgriculture, call: agricultureRealtime, capability: 'agriculture' },
  { entry: NODE_TYPES.functionGas, call: gasRealtime, capability: 'gasSeneor' },
] as const satisfies readonly { entry: number; call: unknown; capability: Capability }[]

/** Where a device's readings come from; undefined for devices without sensors. */
export function readingSourceOf(node: TreeNode, has: (capability: Capability) => boolean) {
  const entries = functionsOf(node)
  return SOURCES.find(({ entry, capability }) => entries.includes(entry) && has(capability))
}

type DeviceReadingsProps = {
  sn: string
  source: NonNullable<ReturnType<typeof readingSourceOf>>
  online: boolean
}

/** Current readings of a station; grey while it is offline. */
export function DeviceReadings({ sn, source, online }: DeviceReadingsProps) {
  const t = useText('map')
  const client = useQueryClient()
  const { entry } = source
  useEffect(
    () => askAgainOnAlarm(channel, client, { sn, queryKey: ['map', 'readings', entry, sn] }),
    [client, entry, sn],
  )
  const readings = useQuery({
    queryKey: ['map', 'readings', entry, sn],
    queryFn: ({ signal }) => request(source.call, { query: { sn }, signal }),
    refetchInterval: REFRESH_MS,
  })
  if (readings.isError) {
    return (
      <p className="device-popup-hint" role="alert">
        {t('readingsFailed', { reason: errorText(readings.error) })}
      </p>
    )
  }
  const list = readings.data?.list ?? []
  if (readings.isSuccess && list.length === 0) return <p className="device-popup-hint">{t('readingsNone')}</p>
  return (
    <ul className="device-popup-readings" aria-label={t('readings')} data-online={online}>
      {list.map((reading) => (
        <Reading key={reading.code} reading={reading} />
      ))}
    </ul>
  )
}

function Reading({ reading }: { reading: SensorReading }) {
  const { code, name, V, F, icon } = reading
  const t = useText('map')
  const compass = isWindDirection(code, icon)
  return (
    <li title={name}>
      <ReadingIcon icon={icon} code={code} />
      <span className="device-popup-reading-name">{name}</span>
      <span className="device-popup-reading-value">
        {compass ? t(`compass.${compassPoint(V)}`) : valueText(reading)}
        <small> {compass ? `${valueText(reading)}°` : F}</small>
      </span>
    </li>
  )
}
