import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'
import type { SwarmProtocol } from './swarm-target.ts'

/** Options that not every protocol has, by their names in the program. */
const USES = {
  interval: { flag: '--interval', of: [...WIRE_NAMES, 'mqtt', 'gb28181', 'onvif'] },
  edition: { flag: '--edition', of: [...WIRE_NAMES, 'mqtt', 'gb28181'] },
  qos: { flag: '--qos', of: ['mqtt'] },
  mqttMapping: { flag: '--mqtt-mapping', of: ['mqtt'] },
  kinds: { flag: '--kinds', of: ['hj212', 'mqtt'] },
  kind: { flag: '--kind', of: ['hj212', 'mqtt'] },
  stream: { flag: '--stream', of: ['rtmp'] },
  channels: { flag: '--channels', of: ['gb28181', 'onvif'] },
  alarms: { flag: '--alarms', of: ['gb28181'] },
  fault: { flag: '--fault', of: [...WIRE_NAMES, 'mqtt', 'gb28181'] },
} as const satisfies Record<string, { flag: string; of: readonly SwarmProtocol[] }>

/** Throws a UserError for an option that would change nothing. */
export function requireUses(protocol: SwarmProtocol, isGiven: (option: keyof typeof USES) => boolean): void {
  for (const [option, { flag, of }] of Object.entries(USES)) {
    if (!isGiven(option as keyof typeof USES)) continue
    if (!of.some((one) => one === protocol))
      throw new UserError(`${flag} is for ${orList(of)}, not for ${protocol}.`)
  }
}
