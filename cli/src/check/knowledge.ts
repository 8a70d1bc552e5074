import { ABILITY_BITS, type Ability } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import { isDeviceOnline } from '@backlot/contract/devices/entities'
import { UserInfo } from '@backlot/contract/session/entities'
import { PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'

type Row = Readonly<Record<string, unknown>>

export type KnownDevice = {
  sn: string
  online: boolean
  ability: number
  bizTypes: readonly string[]
  isPtz: boolean
  longitude: number | undefined
  latitude: number | undefined
  /** Its first video channel. */
  videoChnId: number | undefined
}

/**
 * Knowledge from earlier answers: the arguments of later calls. Answers may be anything, so nothing is taken for
 * granted.
 */
export class Knowledge {
  readonly #answers = new Map<string, unknown>()
  #devices: KnownDevice[] = []
  /** Platform time less this machine's. */
  #aheadMs = 0
  zoneMinutes = PLATFORM_ZONE_MINUTES
  user: UserInfo | undefined

  learn(name: string, data: unknown): void {
    this.#answers.set(name, data)
    if (name === 'session.getInfo' || name === 'session.login') this.#learnUser(rowOf(data)['userInfo'])
    if (name === 'session.clock') this.#learnClock(rowOf(data))
    if (name === 'devices.tree') this.#devices = this.rows(name).flatMap(deviceOf)
  }

  #learnUser(data: unknown): void {
    const parsed = UserInfo.safeParse(data)
    if (parsed.success) this.user = parsed.data
  }

  #learnClock({ nowMs, zoneMinutes }: Row): void {
    if (typeof nowMs === 'number') this.#aheadMs = nowMs - Date.now()
    if (typeof zoneMinutes === 'number') this.zoneMinutes = zoneMinutes
  }

  get nowMs(): number {
    return Date.now() + this.#aheadMs
  }

  /** Seconds of the platform's clock, whole. */
  seconds(agoMs = 0): number {
    return Math.floor((this.nowMs - agoMs) / 1000)
  }

  /** Rows of a call's list. */
  rows(name: string, field = 'list'): Row[] {
    const list = rowOf(this.#answers.get(name))[field]
    return Array.isArray(list) ? list.map(rowOf) : []
  }

  /** A field of a call's data. */
  field(name: string, field: string): unknown {
    return rowOf(this.#answers.get(name))[field]
  }

  /** Numbers of a field in a call's rows. */
  numbers(name: string, field: string): number[] {
    return this.rows(name).flatMap((row) => (typeof row[field] === 'number' ? [row[field]] : []))
  }

  texts(name: string, field: string): string[] {
    return this.rows(name).flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []))
  }

  /** Devices with an ability (undefined: all), online ones first. */
  devices(ability?: Ability): KnownDevice[] {
    const bit = ability === undefined ? 0 : ABILITY_BITS[ability]
    return this.#devices
      .filter((device) => (device.ability & bit) === bit)
      .sort((a, b) => Number(b.online) - Number(a.online))
  }

  /** Devices of a business type. */
  stations(bizType: string): KnownDevice[] {
    return this.devices().filter(({ bizTypes }) => bizTypes.includes(bizType))
  }

  /** Video channels, online ones first. */
  videoChannels(): { sn: string; chnId: number; isPtz: boolean }[] {
    return this.devices('video').flatMap(({ sn, videoChnId, isPtz }) =>
      videoChnId === undefined ? [] : [{ sn, chnId: videoChnId, isPtz }],
    )
  }

  /** Position of some device. */
  place(): { longitude: number; latitude: number } | undefined {
    for (const { longitude, latitude } of this.#devices)
      if (longitude && latitude) return { longitude, latitude }
    return undefined
  }
}

const rowOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {})
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

function deviceOf(row: Row): KnownDevice[] {
  const { sn, nodeType } = row
  if (typeof sn !== 'string' || sn === '') return []
  if (nodeType !== NODE_TYPES.device && nodeType !== NODE_TYPES.deviceLike) return []
  const channels = Array.isArray(row['chnList']) ? row['chnList'].map(rowOf) : []
  const video = channels.find(({ type }) => type === CHANNEL_TYPES.video)
  return [
    {
      sn,
      online: isDeviceOnline(row),
      ability: numberOf(row['ability']) ?? 0,
      bizTypes: Array.isArray(row['bizType']) ? row['bizType'].map(String) : [],
      isPtz: row['isPtz'] === true,
      longitude: numberOf(row['longitude']),
      latitude: numberOf(row['latitude']),
      videoChnId: numberOf(video?.['chnId']),
    },
  ]
}
