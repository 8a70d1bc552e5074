import type { z } from 'zod'
import { type Aim, defineFault, type Fault } from './fault.ts'
import type { WireEffect, WireStage } from './wire-faults.ts'
import { packetMatcher } from './wire-match.ts'

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
  effect: WireFault<Parameters>['effect']
}): WireFault<Parameters> {
  const { name, summary, parameters, stage, effect } = given
  const fault = defineFault({
    name,
    summary,
    targets: ['devices', 'kinds', 'groups', 'share', 'protocols'],
    parameters,
    attach({ parameters: chosen, target, aim, points }) {
      const matches = packetMatcher(target, points.devices, aim.draw)
      const strike = effect(chosen, aim)
      const detach = points.wire.attach(stage, (packet, pieces) =>
        matches(packet) && aim.strikes() ? strike(packet, pieces) : pieces,
      )
      return { detach }
    },
  })
  return { fault, parameters, stage, effect }
}
