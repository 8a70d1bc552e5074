/** A platform for tests of gateways: admits everybody and remembers all calls. */
import type { Device } from '../fleet/device.ts'
import type {
  Claim,
  DeviceIngest,
  ReceivedAlarm,
  ReceivedPacket,
  ReceivedPosition,
  ReceivedReadings,
} from './ingest.ts'

type Of<What> = What & { sn: string }

/** `more` takes the place of single answers. */
export function recordingIngest(more: Partial<DeviceIngest> = {}) {
  const passwords = new Map<string, string>()
  const online = new Map<string, boolean>()
  const claims: Claim[] = []
  const presence: string[] = []
  const readings: Of<ReceivedReadings>[] = []
  const positions: Of<ReceivedPosition>[] = []
  const alarms: Of<ReceivedAlarm>[] = []
  const packets: Of<ReceivedPacket>[] = []
  const givenUp: ((sn: string) => void)[] = []
  const ingest: DeviceIngest = {
    async admit(claim) {
      claims.push(claim)
      const due = passwords.get(claim.sn)
      if (due !== undefined && due !== claim.password) return { refused: 'password' }
      if (claim.password !== undefined) passwords.set(claim.sn, claim.password)
      // Gateways pass a device on and read nothing of it.
      return { admitted: { sn: claim.sn } as Device }
    },
    wirePassword: (sn) => passwords.get(sn),
    setWirePassword: (sn, password) => passwords.set(sn, password),
    isOwnPlace: () => false,
    connected(sn) {
      online.set(sn, true)
      presence.push(`+${sn}`)
    },
    disconnected(sn) {
      online.set(sn, false)
      presence.push(`-${sn}`)
    },
    position: (sn, position) => positions.push({ sn, ...position }),
    readings: (sn, received) => readings.push({ sn, ...received }),
    alarm: (sn, alarm) => alarms.push({ sn, ...alarm }),
    openAlarm: () => undefined,
    packet: (sn, packet) => packets.push({ sn, ...packet }),
    onGivenUp: (listener) => void givenUp.push(listener),
    ...more,
  }
  return {
    ingest,
    passwords,
    online,
    claims,
    presence,
    readings,
    positions,
    alarms,
    packets,
    /** A device gives its place up. */
    giveUp(sn: string) {
      for (const listener of givenUp) listener(sn)
    },
  }
}
