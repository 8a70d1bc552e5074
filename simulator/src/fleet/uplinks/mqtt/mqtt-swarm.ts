import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { MqttMapping } from '../../../wire/mqtt/mqtt-mapping.ts'

/** Devices of a mapping that `backlot devices` can make: they move and report positions, or stand and measure. */
export function mqttSwarmKind({ topics }: MqttMapping): { kind: DeviceKind; placement: 'traffic' | 'roads' } {
  const carrier = topics.find(
    ({ readings, values, position }) => position || values !== undefined || Object.keys(readings).length > 0,
  )
  return carrier?.kind === 'vehicle'
    ? { kind: 'vehicle', placement: 'traffic' }
    : { kind: 'hj212Station', placement: 'roads' }
}
