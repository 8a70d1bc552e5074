import type { z } from 'zod'
import { type Aim, defineFault, type Fault } from './fault.ts'
import type { WireHarm, WireStage } from './wire-faults.ts'
import { packetMatcher } from './wire-match.ts'

/** A fault of what devices send: for devices of the platform, and for those that are let loose on another one. */
export type WireFault<Parameters extends z.ZodObject = z.ZodObject> = {
  fault: Fault
  parameters: Parameters
  stage: WireStage
  /** What becomes of the packets that it strikes. */
  harm(parameters: z.output<Parameters>, aim: Pick<Aim, 'draw'>): WireHarm
}

/** A fault that is aimed at packets and strikes each of them by its dice. */
export function defineWireFault<Parameters extends z.ZodObject>(given: {
  name: string
  summary: string
  parameters: Parameters
  stage: WireStage
  harm: WireFault<Parameters>['harm']
}): WireFault<Parameters> {
  const { name, summary, parameters, stage, harm } = given
  const fault = defineFault({
    name,
    summary,
    targets: ['devices', 'kinds', 'groups', 'share', 'protocols'],
    parameters,
    attach({ parameters: chosen, target, aim, places }) {
      const matches = packetMatcher(target, places.devices, aim.draw)
      const strike = harm(chosen, aim)
      const detach = places.wire.attach(stage, (packet, pieces) =>
        matches(packet) && aim.strikes() ? strike(packet, pieces) : pieces,
      )
      return { detach }
    },
  })
  return { fault, parameters, stage, harm }
}
