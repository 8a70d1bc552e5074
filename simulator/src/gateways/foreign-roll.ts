/** Which foreign devices there are: discovered once, kept over restarts, gone when somebody removes them. */
import type { Logger } from 'pino'
import type { Publisher } from '../channel/publisher.ts'
import type { Device } from '../fleet/device.ts'
import { DISCOVERED_GROUP_ID, type Directory } from '../fleet/directory.ts'
import type { Store } from '../store/store.ts'
import { addForeignDevice, nextForeignId, readForeignDevices } from './foreign-devices.ts'
import type { Claim } from './intake.ts'
import type { ForeignDeviceRow } from './writes.ts'

/** Foreign devices at most: each has its row in the tree. */
const FOREIGN_MAX = 20_000

export type ForeignRollDeps = {
  store: Store
  directory: Directory
  publisher: Pick<Publisher, 'treeChanged'>
  log: Logger
}

export class ForeignRoll {
  /** As they were kept when the program started. */
  readonly kept: readonly ForeignDeviceRow[]
  readonly #deps: ForeignRollDeps
  /** Devices whose rows are being stored or removed. */
  readonly #underWay = new Map<string, Promise<void>>()
  #nextId: number
  #count: number

  /** Puts the kept ones into the directory. */
  constructor(deps: ForeignRollDeps) {
    this.#deps = deps
    this.kept = readForeignDevices(deps.store.read)
    this.#nextId = nextForeignId(this.kept)
    this.#count = this.kept.length
    for (const row of this.kept) addForeignDevice(deps.directory, row)
  }

  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#count >= FOREIGN_MAX
  }

  /** While a device comes or goes: resolves when that has ended, however it did. Another change may follow at once. */
  underWay(sn: string): Promise<void> | undefined {
    return this.#underWay.get(sn)
  }

  /** A new device: stored first, then in the tree. Nothing of it may be under way. */
  discover(claim: Claim, atMs: number): Promise<Device> {
    return this.#change(claim.sn, async () => {
      const { store, directory, publisher, log } = this.#deps
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
      try {
        await store.write('foreign.admit', row)
      } catch (error) {
        this.#count--
        throw error
      }
      const device = addForeignDevice(directory, row)
      publisher.treeChanged([0, DISCOVERED_GROUP_ID])
      log.info({ sn: claim.sn, kind: claim.kind }, 'a new device was discovered')
      return device
    })
  }

  /**
   * Removes a device with everything that was stored of it; its connection must have ended. `stored` resolves when all
   * of its reports are in the database. Resolves after the commit.
   */
  remove(device: Device, stored: () => Promise<void>): Promise<void> {
    return this.#change(device.sn, async () => {
      const { store, directory, publisher, log } = this.#deps
      await stored()
      await store.write('foreign.remove', { sn: device.sn })
      this.#count--
      directory.removeDevice(device.slot)
      const isLast = directory.devicesIn(DISCOVERED_GROUP_ID).length === 0
      if (isLast) directory.removeGroup(DISCOVERED_GROUP_ID)
      publisher.treeChanged(isLast ? [0] : [0, DISCOVERED_GROUP_ID])
      log.info({ sn: device.sn }, 'a discovered device was removed')
    })
  }

  async #change<Result>(sn: string, work: () => Promise<Result>): Promise<Result> {
    const change = work()
    const end = () => {}
    // Whoever began the change is told of its failure.
    this.#underWay.set(sn, change.then(end, end))
    try {
      return await change
    } finally {
      this.#underWay.delete(sn)
    }
  }
}
