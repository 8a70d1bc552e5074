import { STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { controlDevices } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { deviceTree } from '@backlot/contract/devices/calls'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import type { MarkerPicture } from '@backlot/contract/devices/kind-facts'
import { type DeviceKind, KIND_FACTS } from '@backlot/contract/devices/kinds'
import { markerOf } from '@backlot/contract/devices/marker-of'
import { LIMITS } from '@backlot/contract/limits'
import { createSimulator } from '@backlot/simulator/create-simulator'
import type { Simulator } from '@backlot/simulator/simulator'
import { Operator } from '@backlot/testing/operator'
import { RequestedCalls } from './contract-request.ts'
import { Counterparts } from './counterparts.ts'
import { groupsOf, isGroup, keyOf, namesOf, pairedGroups } from './platform-groups.ts'
import type { PlatformTree } from './platform-visits.ts'

/** Kind that stands for what a device is to a map. */
const STANDS_FOR: Readonly<Record<MarkerPicture, DeviceKind>> = {
  camera: 'camera',
  dome: 'ptzCamera',
  vehicle: 'vehicle',
  bodyworn: 'bodyCamera',
  station: 'hj212Station',
  solar: 'solarStation',
  farm: 'farmStation',
  gas: 'gasDetector',
  other: 'sensorController',
}
const PLACEMENT: Readonly<Record<DeviceKind, FleetSpec['placement']>> = {
  camera: 'junctions',
  ptzCamera: 'gates',
  bodyCamera: 'traffic',
  vehicle: 'traffic',
  hj212Station: 'roadsides',
  solarStation: 'countryside',
  farmStation: 'countryside',
  gasDetector: 'industry',
  sensorController: 'industry',
  elevator: 'gates',
}
/** Fields with addresses. */
const ADDRESS = /url$/i
/** Addresses that are calls are answered by whoever answers the call. */
const CALLS = new RequestedCalls(STANDARD_ADAPTER)

/** Most devices that get a counterpart. */
const MAX_DEVICES = 20_000

const isDevice = ({ nodeType, sn }: TreeNode) =>
  sn !== undefined && (nodeType === NODE_TYPES.device || nodeType === NODE_TYPES.deviceLike)

/**
 * A simulator with one device for each of a platform's tree, in groups of the same names: what is simulated of the
 * platform is about these.
 */
export class SimulatedPart implements AsyncDisposable {
  readonly counterparts = new Counterparts()
  readonly simulator: Simulator
  #admin: Promise<Operator> | undefined
  /** Devices of the platform for which it has one. */
  readonly #made: Set<string>

  private constructor(simulator: Simulator, made: Set<string>) {
    this.simulator = simulator
    this.#made = made
  }

  /** Starts it with counterparts of the tree's groups and devices. */
  static async open(tree: PlatformTree): Promise<SimulatedPart> {
    const devices = tree.nodes.filter(isDevice).slice(0, MAX_DEVICES)
    const simulator = await createSimulator({
      port: 0,
      data: ':memory:',
      timeline: false,
      logLevel: 'error',
      scenario: { name: 'simulated', groups: groupsOf(tree), fleets: fleetsOf(tree.nodes, devices) },
    })
    const part = new SimulatedPart(simulator, serialsOf(devices))
    try {
      await part.#pair(tree)
      return part
    } catch (error) {
      await simulator[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Adds counterparts of what is new in the tree. */
  async extend(tree: PlatformTree): Promise<void> {
    const names = new Map(tree.nodes.filter(isGroup).map((node) => [keyOf(node.id), namesOf(node, tree)]))
    const devices = tree.nodes
      .filter((node) => isDevice(node) && !this.#made.has(node.sn!))
      .slice(0, MAX_DEVICES - this.#made.size)
    const fleets = fleetsOf(tree.nodes, devices)
    for (const fleet of fleets) {
      const key = String(fleet.group)
      const name = names.get(key) ?? { zh: key, en: key }
      const isThere = this.counterparts.hasGroup(Number(key.slice(1)))
      const group = isThere ? key : { key, name }
      await this.simulator.call(controlAddFleet, { body: { ...fleet, group } })
      // One by one: what is there is not made again when a later fleet is refused.
      const own = devices.filter((node) => keyOf(node.parentId) === key && kindFor(node) === fleet.kind)
      for (const sn of serialsOf(own)) this.#made.add(sn)
    }
    if (fleets.length > 0) await this.#pair(tree)
  }

  /**
   * What it answers as the page can use it: about the platform's devices, and with whole addresses of its streams, which
   * would otherwise be sought at the platform.
   */
  toPage(value: unknown, call?: string): unknown {
    return this.#withAddresses(this.counterparts.toPlatform(value, call))
  }

  #withAddresses(value: unknown, field = ''): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#withAddresses(entry, field))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, this.#withAddresses(inner, name)]),
      )
    if (typeof value !== 'string' || !ADDRESS.test(field) || !value.startsWith('/')) return value
    const { pathname, href } = new URL(value, this.simulator.url)
    return CALLS.find('GET', pathname) ? value : href
  }

  /** Its administrator, in whose name everything simulated is done. */
  admin(): Promise<Operator> {
    const { url, signIn } = this.simulator
    this.#admin ??= Operator.signIn(url, signIn.loginName, signIn.password).catch((error: unknown) => {
      this.#admin = undefined
      throw error
    })
    return this.#admin
  }

  /** Signs in again at the next use: the session has ended. */
  signedOut(): void {
    this.#admin = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.simulator[Symbol.asyncDispose]()
  }

  /** Pairs groups by their names, from the top down, and within a group the devices of a kind in their order. */
  async #pair({ nodes, english }: PlatformTree): Promise<void> {
    const own = await this.#ownTree()
    const isNew = ({ id }: TreeNode) => !this.counterparts.hasGroup(id)
    const isFree = ({ id }: TreeNode) => !this.counterparts.isInUse(`g_${id}`)
    for (const [id, ownId] of pairedGroups({ nodes, isNew }, { nodes: own, isFree }))
      this.counterparts.addGroup(id, ownId)
    const { list } = await this.simulator.call(controlDevices, { query: { limit: 100_000 } })
    const namesEn = new Map(list.map(({ sn, nameEn }) => [sn, nameEn]))
    const free = new Map<string, TreeNode[]>()
    for (const node of own) {
      if (!isDevice(node) || this.counterparts.isInUse(node.sn!)) continue
      const place = `${node.parentId} ${node.type}`
      const others = free.get(place)
      if (others) others.push(node)
      else free.set(place, [node])
    }
    for (const node of nodes) {
      if (!isDevice(node) || this.counterparts.hasDevice(node.sn!)) continue
      const kind = kindFor(node)
      const found = free.get(`${this.counterparts.simulatedGroup(node.parentId)} ${kind}`)?.shift()
      if (!found) continue
      this.counterparts.addDevice(
        { zh: node, en: english.get(node._id) ?? node },
        {
          sn: found.sn!,
          deviceId: found.deviceId ?? found.id,
          name: found.name,
          nameEn: namesEn.get(found.sn!) ?? found.name,
          isFixed: !KIND_FACTS[kind].moves,
        },
      )
    }
  }

  async #ownTree(): Promise<TreeNode[]> {
    const admin = await this.admin()
    const nodes: TreeNode[] = []
    for (let currentPage = 1; ; currentPage += 1) {
      const query = { parentId: 0, childNode: 1, currentPage, pageSize: LIMITS.treeChildPageSize }
      const { list } = await admin.call(deviceTree, { query })
      nodes.push(...list)
      if (list.length < LIMITS.treeChildPageSize) return nodes
    }
  }
}

const serialsOf = (devices: readonly TreeNode[]) => new Set(devices.map(({ sn }) => sn!))

/** Kind of the device that stands for one of the platform's. */
function kindFor({ type = '', ability = 0, isPtz, bizType = [] }: TreeNode): DeviceKind {
  const isBuiltIn = (name: string): name is DeviceKind => name in KIND_FACTS
  if (isBuiltIn(type)) return type
  const mayMove = (ability & ABILITY_BITS.gps) !== 0
  const marker = markerOf([type, ...bizType].join(' '), ability, mayMove)
  return STANDS_FOR[marker === 'camera' && isPtz ? 'dome' : marker]
}

/** A fleet for each group and kind of some devices of a tree. */
function fleetsOf(tree: readonly TreeNode[], devices: readonly TreeNode[]): FleetSpec[] {
  const counts = new Map<string, { group: string; kind: DeviceKind; count: number }>()
  for (const node of devices) {
    const kind = kindFor(node)
    const group = keyOf(node.parentId)
    const place = `${group} ${kind}`
    const fleet = counts.get(place) ?? { group, kind, count: 0 }
    counts.set(place, { ...fleet, count: fleet.count + 1 })
  }
  const groups = new Set(tree.filter(isGroup).map(({ id }) => keyOf(id)))
  return [...counts.values()]
    .filter(({ group }) => groups.has(group))
    .map((fleet) => ({ ...fleet, placement: PLACEMENT[fleet.kind] }))
}
