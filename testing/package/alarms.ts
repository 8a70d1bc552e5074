import type { BodyIn, DataOut } from '@backlot/contract/call'
import { controlRaiseAlarm, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { type DeviceName, resolveDevice } from './devices.ts'
import type { Platform } from './platform.ts'

/** An alarm that was raised, as the control API answers it. */
export type RaisedAlarm = DataOut<typeof controlRaiseAlarm>
/** How far a storm has come: alarms planned, raised and stored. */
export type StormProgress = DataOut<typeof controlStormStatus>

/** Raises alarms: one, or many at a rate. */
export type Alarms = {
  /** Raises one alarm now: `{ device: 'camera 1', type: 'IntelliAlarm', subType: 'Intrusion' }`. */
  raise(alarm: {
    device: DeviceName
    type: string
    subType?: string
    /** Channel of the device; 0 is the device itself. */
    channel?: number
  }): Promise<RaisedAlarm>
  /** Raises alarms at a rate for a time; resolves when it has begun. */
  storm(storm: BodyIn<typeof controlStorm>): Promise<{
    planned: number
    /** How far it has come. */
    progress(): Promise<StormProgress>
  }>
}

export function createAlarms({ call }: Pick<Platform, 'call'>): Alarms {
  return {
    async raise({ device, type, subType = '', channel = 0 }) {
      const { sn } = await resolveDevice(call, device)
      return call(controlRaiseAlarm, { body: { sn, chnId: channel, type, subType } })
    },
    async storm(body) {
      const { stormId, planned } = await call(controlStorm, { body })
      return { planned, progress: () => call(controlStormStatus, { params: { id: stormId } }) }
    },
  }
}
