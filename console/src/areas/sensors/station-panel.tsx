import type { SensorReading } from '@backlot/contract/devices/calls'
import { GasPanel } from './gas-panel.tsx'
import { SoilPanel } from './soil-panel.tsx'
import { SolarPanel } from './solar-panel.tsx'
import type { StationKind } from './station-kinds.ts'
import './station-panel.css'

type Props = { kind: StationKind; sn: string; readings: readonly SensorReading[]; online: boolean }

/** Panel of a kind of stations besides their tiles. */
export function StationPanel({ kind, ...props }: Props) {
  if (props.readings.length === 0) return null
  if (kind.title === 'solar') return <SolarPanel {...props} />
  if (kind.title === 'agriculture') return <SoilPanel {...props} />
  if (kind.title === 'gas') return <GasPanel {...props} />
  return null
}
