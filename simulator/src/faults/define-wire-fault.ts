import { FAULT_PROTOCOLS, type FaultProtocol, type FaultTarget } from '@backlot/contract/control/fault-calls'
import type { z } from 'zod'
import { PlatformError } from '../kernel/platform-error.ts'
import type { DeviceFaults } from './device-faults.ts'
import { type Aim, defineFault, type Fault } from './fault.ts'
import type { Packet, WireEffect, WireStage } from './wire-faults.ts'

/** A fault of devices' packets: for devices of the platform, and for those that connect to another one. */
export type WireFault<Parameters extends z.ZodObject = z.ZodObject> = {
  fault: Fault
  parameters: Parameters
  stage: WireStage
  /** Effect on the packets that it strikes. */
  effect(parameters: z.output<Parameters>, aim: Pick<Aim, 'draw'>): WireEffect
}

/** A fault that is aimed at packets and strikes each of them by its dice. */
export function defineWireFault<Parameters extends z.ZodObject>(given: {
  name: string
  summary: string
  parameters: Parameters
  stage: WireStage
  /** Protocols that have what it spoils; left out: all. */
  protocols?: readonly FaultProtocol[]
  effect: WireFault<Parameters>['effect']
}): WireFault<Parameters> {
  const { name, summary, parameters, stage, protocols: known = FAULT_PROTOCOLS, effect } = given
  const fault = defineFault({
    name,
    summary,
    targets: ['devices', 'kinds', 'groups', 'share', 'protocols'],
    parameters,
    attach({ parameters: chosen, target, aim, points }) {
      const field = 'target.protocols'
      const other = target.protocols?.find((one) => !known.includes(one))
      if (other) throw new PlatformError('invalid', `${field}: ${name} does not reach ${other}.`, field)
      const matches = packetMatcher({ protocols: [...known], ...target }, points.devices, aim.draw)
      const strike = effect(chosen, aim)
      const detach = points.wire.attach(stage, (packet, pieces) =>
        matches(packet) && aim.strikes() ? strike(packet, pieces) : pieces,
      )
      return { detach }
    },
  })
  return { fault, parameters, stage, effect }
}

/** Whether a packet is meant by a target. Which devices those are is looked up once, when the fault attaches. */
function packetMatcher(
  target: FaultTarget,
  devices: DeviceFaults,
  draw: () => number,
): (packet: Packet) => boolean {
  const protocols = target.protocols && new Set<string>(target.protocols)
  const names = target.devices ?? target.kinds ?? target.groups
  const serials =
    names === undefined && target.share === undefined ? undefined : new Set(devices.pick(target, draw))
  return ({ protocol, sn }) => (!protocols || protocols.has(protocol)) && (!serials || serials.has(sn))
}
