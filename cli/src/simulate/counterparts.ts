import type { TreeNode } from '@backlot/contract/devices/entities'
import { Refusal } from '@backlot/simulator/kernel/refusal'

/** A device of the simulator that stands for one of the platform's. */
export type SimulatedDevice = {
  sn: string
  deviceId: number
  name: string
  nameEn: string
  /** It stays where the platform's device is. */
  isFixed: boolean
}

/** A node of the platform's tree with its names in either language. */
export type Bilingual = { zh: TreeNode; en: TreeNode }

type IdKind = 'device' | 'group' | 'node'
/** Fields that hold the id of a device, of a group, and of either. */
const ID_FIELDS: readonly (readonly [RegExp, IdKind])[] = [
  [/^(deviceIds?|devId)$/, 'device'],
  [/^(groupIds?|parentIds)$/, 'group'],
  [/^nodeIds?$/, 'node'],
]
/** Calls about groups, whose ids are in other fields there. */
const GROUP_CALL = /^deviceAdmin\.(groups|\w+Group)$/
const ID_OF_GROUP = /^(id|parentId)$/
/** Added to the ids of what the simulator alone has: no platform counts that far. */
const OWN_IDS = 1_000_000_000
const SERIAL = /^(sns?|serials?)$/
const NAME = /name/i

/** Positions that a device's row may have. */
const POSITIONS = [
  ['longitude', 'latitude'],
  ['startLon', 'startLat'],
  ['endLon', 'endLat'],
] as const

/**
 * Which device and group of the simulator stands for which of the platform's. Serial numbers and node ids (`d_12`,
 * `g_3`) are replaced wherever they are a whole text, ids and names by the name of their field.
 */
export class Counterparts {
  readonly #platformText = new Map<string, string>()
  readonly #simulatedText = new Map<string, string>()
  readonly #platformName = new Map<string, string>()
  readonly #platformDevice = new Map<string, { platform: Bilingual; simulated: SimulatedDevice }>()
  readonly #platformIds = { device: new Map<number, number>(), group: new Map<number, number>() }
  readonly #simulatedIds = { device: new Map<number, number>(), group: new Map<number, number>() }

  get devices(): number {
    return this.#platformDevice.size
  }

  hasDevice(platformSn: string): boolean {
    return this.#simulatedText.has(platformSn)
  }

  hasGroup(platformId: number): boolean {
    return this.#simulatedIds.group.has(platformId)
  }

  /** Whether a device of the simulator stands for one already. */
  isInUse(simulatedSn: string): boolean {
    return this.#platformText.has(simulatedSn)
  }

  simulatedGroup(platformId: number): number | undefined {
    return this.#simulatedIds.group.get(platformId)
  }

  addGroup(platformId: number, simulatedId: number): void {
    this.#platformIds.group.set(simulatedId, platformId)
    this.#simulatedIds.group.set(platformId, simulatedId)
    this.#pair(`g_${platformId}`, `g_${simulatedId}`)
  }

  addDevice(platform: Bilingual, simulated: SimulatedDevice): void {
    const { sn = '', id, deviceId: platformId = id } = platform.zh
    this.#pair(sn, simulated.sn)
    this.#pair(`d_${platformId}`, `d_${simulated.deviceId}`)
    this.#platformIds.device.set(simulated.deviceId, platformId)
    this.#simulatedIds.device.set(platformId, simulated.deviceId)
    this.#platformName.set(simulated.nameEn, platform.en.name)
    this.#platformName.set(simulated.name, platform.zh.name)
    this.#platformDevice.set(simulated.sn, { platform, simulated })
  }

  #pair(platform: string, simulated: string): void {
    this.#platformText.set(simulated, platform)
    this.#simulatedText.set(platform, simulated)
  }

  /**
   * What the page sent, for a call or without one, as the simulator knows it. Throws a NoCounterpart that names a
   * serial number or id for which there is nothing in the simulator.
   */
  toSimulated(value: unknown, call = '', field = ''): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.toSimulated(entry, call, field))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, this.toSimulated(inner, call, name)]),
      )
    const asked = idIn(value, call, field)
    if (asked) {
      const id =
        this.#found(asked, this.#simulatedIds) ?? (asked.id > OWN_IDS ? asked.id - OWN_IDS : undefined)
      if (id === undefined) throw new NoCounterpart(asked.kind, asked.id, field)
      return typeof value === 'string' ? String(id) : id
    }
    if (typeof value !== 'string' || value === '') return value
    if (!SERIAL.test(field)) return this.#simulatedText.get(value) ?? value
    // Queries carry lists as text.
    const parts = value.split(',').map((part) => {
      const known = this.#simulatedText.get(part)
      if (known === undefined) throw new NoCounterpart('device', part, field)
      return known
    })
    return parts.join(',')
  }

  /** What the simulator answered, as the platform would; what it alone has gets ids that the platform has not. */
  toPlatform(value: unknown, call = '', field = ''): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.toPlatform(entry, call, field))
    if (typeof value === 'object' && value !== null) return this.#row(value as Record<string, unknown>, call)
    const told = idIn(value, call, field)
    if (told) {
      const id = this.#found(told, this.#platformIds) ?? told.id + OWN_IDS
      return typeof value === 'string' ? String(id) : id
    }
    if (typeof value !== 'string') return value
    return (
      this.#platformText.get(value) ?? (NAME.test(field) ? this.#platformName.get(value) : undefined) ?? value
    )
  }

  #row(given: Record<string, unknown>, call: string): Record<string, unknown> {
    const row = Object.fromEntries(
      Object.entries(given).map(([name, inner]) => [name, this.toPlatform(inner, call, name)]),
    )
    const found = typeof given['sn'] === 'string' ? this.#platformDevice.get(given['sn']) : undefined
    if (!found) return row
    const { platform, simulated } = found
    // Names are not unique: here the serial number tells whose it is.
    for (const [field, value] of Object.entries(given)) {
      if (!NAME.test(field)) continue
      if (value === simulated.nameEn) row[field] = platform.en.name
      if (value === simulated.name) row[field] = platform.zh.name
    }
    const { longitude, latitude } = platform.zh
    if (simulated.isFixed && longitude !== undefined && latitude !== undefined)
      for (const [east, north] of POSITIONS)
        if (typeof row[east] === 'number') Object.assign(row, { [east]: longitude, [north]: latitude })
    const isEnglish = Object.values(given).includes(simulated.nameEn)
    for (const [field, node] of [
      ['chnName', isEnglish ? platform.en : platform.zh],
      ['chnNameEn', platform.en],
    ] as const) {
      const channel = node.chnList?.find(({ chnId }) => chnId === given['chnId'])
      if (channel && field in row) row[field] = channel.name
    }
    return row
  }

  #found(
    { id, kind }: { id: number; kind: IdKind },
    ids: { device: ReadonlyMap<number, number>; group: ReadonlyMap<number, number> },
  ): number | undefined {
    return kind === 'node' ? (ids.group.get(id) ?? ids.device.get(id)) : ids[kind].get(id)
  }
}

/** The id that a field holds; 0 and negative ones are no group's and no device's. */
function idIn(value: unknown, call: string, field: string): { id: number; kind: IdKind } | undefined {
  const isOfGroup = ID_OF_GROUP.test(field) && GROUP_CALL.test(call)
  const kind = isOfGroup ? 'group' : ID_FIELDS.find(([pattern]) => pattern.test(field))?.[1]
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return kind && typeof id === 'number' && id > 0 ? { id, kind } : undefined
}

const NOTHING_FOR = {
  device: 'simulatedNoDevice',
  group: 'simulatedNoGroup',
  node: 'simulatedNoNode',
} as const

/** The page asks about a device or group that the simulator has nothing for. */
export class NoCounterpart extends Refusal {
  constructor(kind: IdKind, id: string | number, field: string) {
    super('notFound', NOTHING_FOR[kind], { id, field }, field)
  }
}
