import { expect, it } from 'vitest'
import { requireUses } from './option-uses.ts'
import { SWARM_PROTOCOLS, type SwarmProtocol } from './swarm-target.ts'

const refused = (protocol: SwarmProtocol, option: string) => () =>
  requireUses(protocol, (one) => one === option)

it.each([
  ['channels', ['gb28181', 'onvif']],
  ['alarms', ['gb28181']],
  ['stream', ['rtmp']],
  ['qos', ['mqtt']],
  ['mqttMapping', ['mqtt']],
  ['fault', ['hj212', 'jt808', 'mqtt', 'gb28181']],
  ['edition', ['hj212', 'jt808', 'mqtt', 'gb28181']],
  ['interval', ['hj212', 'jt808', 'mqtt', 'gb28181', 'onvif']],
])('%s is refused where it changes nothing', (option, users) => {
  for (const protocol of SWARM_PROTOCOLS) {
    if (users.includes(protocol)) expect(refused(protocol, option)).not.toThrow()
    else expect(refused(protocol, option)).toThrow(/^--[a-z-]+ is for .*, not for /)
  }
})

it('nothing is refused that was not given', () => {
  for (const protocol of SWARM_PROTOCOLS) expect(() => requireUses(protocol, () => false)).not.toThrow()
})
