/** Which foreign devices there are: discovered once, kept over restarts, gone when somebody removes them. */
import { MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { Device } from '../fleet/device.ts'
import { DISCOVERED_GROUP_ID, type Directory } from '../fleet/directory.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { Publisher } from '../kernel/publisher.ts'
import type { Store } from '../store/store.ts'
import { addForeignDevice, nextForeignId, readForeignDevices, readUnspoken } from './foreign-devices.ts'
import type { Claim } from './ingest.ts'
import type { ForeignDeviceRow } from './writes.ts'

/** Foreign devices at most, each with its row in the tree: of all addresses, and of those that came from one. */
export type ForeignDeviceLimits = { inAll: number; perAddress: number }

/**
 * A fleet of ten thousands behind one address has its places; a thousand are left for others, however many numbers one
 * address makes up.
 */
const PLACES: ForeignDeviceLimits = { inAll: 20_000, perAddress: 19_000 }
/** A device that has reported nothing for this long gives its place up when another one needs it; host time. */
const SPEAKS_WITHIN_MS = 10 * MINUTE_MS

export type ForeignDeviceRegistryDeps = {
  store: Store
  directory: Directory
  publisher: Pick<Publisher, 'treeChanged'>
  host: HostClock
  log: Logger
  places?: ForeignDeviceLimits
  /** Resolves when all reports of devices are in the database. */
  stored(): Promise<void>
  /** A device gave its place up, and is gone. */
  onGivenUp(sn: string): void
}

export class ForeignDeviceRegistry {
  /** As they were kept when the program started. */
  readonly kept: readonly ForeignDeviceRow[]
  readonly #deps: ForeignDeviceRegistryDeps
  readonly #places: ForeignDeviceLimits
  /** Devices whose rows are being stored or removed. */
  readonly #underWay = new Map<string, Promise<void>>()
  /** Since when devices have been silent that never reported anything, longest first. */
  readonly #unspoken = new Map<string, number>()
  /** From where devices came last, since the start of the program; and how many came from there. */
  readonly #addresses = new Map<string, string>()
  readonly #comers = new Map<string, number>()
  #nextId: number
  #count: number

  /** Puts the kept ones into the directory. */
  constructor(deps: ForeignDeviceRegistryDeps) {
    this.#deps = deps
    this.#places = deps.places ?? PLACES
    this.kept = readForeignDevices(deps.store.read)
    this.#nextId = nextForeignId(this.kept)
    this.#count = this.kept.length
    for (const row of this.kept) addForeignDevice(deps.directory, row)
    for (const sn of readUnspoken(deps.store.read)) this.#unspoken.set(sn, deps.host.now())
  }

  get count(): number {
    return this.#count
  }

  /** A device reported something: its place is its own. */
  spoke(sn: string): void {
    this.#unspoken.delete(sn)
  }

  /** A foreign device came in from an address. */
  cameFrom(sn: string, address: string): void {
    if (this.#addresses.get(sn) === address) return
    this.#leftAddress(sn)
    this.#addresses.set(sn, address)
    this.#comers.set(address, (this.#comers.get(address) ?? 0) + 1)
  }

  /** While a device comes or goes: resolves when that has ended, however it did. Another change may follow at once. */
  underWay(sn: string): Promise<void> | undefined {
    return this.#underWay.get(sn)
  }

  /**
   * A new device: stored first, then in the tree; undefined when there is no place for it. No change of it may be in
   * progress. Where all places are taken, the device gives up its own that never reported anything, has been silent for
   * longest and is not connected. An address that has its share takes none of others.
   */
  discover(claim: Claim, atMs: number): Promise<Device> | undefined {
    const room = this.#roomFor(claim.from)
    if (room === 'none') return undefined
    const row: ForeignDeviceRow = {
      sn: claim.sn,
      deviceId: this.#nextId++,
      kind: claim.kind,
      protocolType: claim.protocolType,
      model: claim.model ?? null,
      nameZh: claim.name?.zh ?? claim.sn,
      nameEn: claim.name?.en ?? claim.sn,
      plate: claim.plate ?? null,
      wirePassword: claim.password ?? null,
      firstSeenMs: atMs,
      lastSeenMs: atMs,
    }
    this.#count++
    this.cameFrom(claim.sn, claim.from)
    return this.#change(claim.sn, async () => {
      const { store, directory, publisher, host, log } = this.#deps
      try {
        if (room !== 'free') await this.#giveUp(room)
        await store.write('foreign.admit', row)
      } catch (error) {
        this.#count--
        this.#leftAddress(claim.sn)
        if (room !== 'free' && directory.deviceBySn(room.sn)) this.#unspoken.set(room.sn, host.now())
        throw error
      }
      const device = addForeignDevice(directory, row)
      this.#unspoken.set(claim.sn, host.now())
      publisher.treeChanged([0, DISCOVERED_GROUP_ID])
      log.info({ sn: claim.sn, kind: claim.kind }, 'a new device was discovered')
      return device
    })
  }

  /**
   * Removes a device with everything that was stored of it; its connection must have ended. Resolves after the commit.
   */
  remove(device: Device): Promise<void> {
    return this.#change(device.sn, async () => {
      const { store, directory, publisher, log, stored } = this.#deps
      await stored()
      await store.write('foreign.remove', { sn: device.sn })
      this.#count--
      this.#unspoken.delete(device.sn)
      this.#leftAddress(device.sn)
      const { groupId } = device
      directory.removeDevice(device.slot)
      if (this.removeEmptyGroup()) publisher.treeChanged([0])
      if (directory.group(groupId)) publisher.treeChanged([0, groupId])
      log.info({ sn: device.sn }, 'a discovered device was removed')
    })
  }

  /** Removes the discovered group when nothing is in it; answers whether it did. */
  removeEmptyGroup(): boolean {
    const { directory } = this.#deps
    const isEmpty =
      directory.group(DISCOVERED_GROUP_ID) !== undefined &&
      directory.devicesIn(DISCOVERED_GROUP_ID).length === 0
    if (isEmpty) directory.removeGroup(DISCOVERED_GROUP_ID)
    return isEmpty
  }

  async #giveUp(device: Device): Promise<void> {
    await this.remove(device)
    this.#deps.onGivenUp(device.sn)
  }

  #roomFor(address: string): 'free' | 'none' | Device {
    const hasShare = (this.#comers.get(address) ?? 0) >= this.#places.perAddress
    if (!hasShare && this.#count < this.#places.inAll) return 'free'
    const idle = this.#longestSilent()
    if (!idle || (hasShare && this.#addresses.get(idle.sn) !== address)) return 'none'
    this.#unspoken.delete(idle.sn)
    return idle
  }

  /** The device that may give its place up, if there is one. */
  #longestSilent(): Device | undefined {
    const { directory, host } = this.#deps
    const nowMs = host.now()
    for (const [sn, sinceMs] of this.#unspoken) {
      if (nowMs - sinceMs < SPEAKS_WITHIN_MS) return undefined
      const device = directory.deviceBySn(sn)
      if (device && !directory.isOnline(device.slot) && !this.#underWay.has(sn)) return device
      // It is there: asked again when as much time has passed.
      this.#unspoken.delete(sn)
      this.#unspoken.set(sn, nowMs)
    }
    return undefined
  }

  #leftAddress(sn: string): void {
    const address = this.#addresses.get(sn)
    if (address === undefined) return
    this.#addresses.delete(sn)
    const left = (this.#comers.get(address) ?? 1) - 1
    if (left > 0) this.#comers.set(address, left)
    else this.#comers.delete(address)
  }

  async #change<Result>(sn: string, work: () => Promise<Result>): Promise<Result> {
    const change = work()
    const end = () => {}
    // The initiator of the change got its failure.
    this.#underWay.set(sn, change.then(end, end))
    try {
      return await change
    } finally {
      this.#underWay.delete(sn)
    }
  }
}
