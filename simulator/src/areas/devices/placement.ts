import type { Database } from 'better-sqlite3'
import { type Position, readPlaceAt, readPlaced, readPlacesAt } from './places.ts'
import type { DirectoryPort } from './ports.ts'

export type { Position } from './places.ts'

/**
 * Keeps fixed devices where people placed them, as of a platform moment. Its position before that is remembered, so
 * that a clock that jumps back finds it there.
 */
export class Placement {
  readonly #db: Database
  readonly #directory: DirectoryPort
  readonly #installed = new Map<string, Position | undefined>()
  /** Devices that may have places: of a fleet that comes in few were ever placed. */
  readonly #placed: Set<string>

  constructor(db: Database, directory: DirectoryPort) {
    this.#db = db
    this.#directory = directory
    this.#placed = readPlaced(db)
  }

  /** Puts a device that has come where somebody had placed it by a platform moment. Answers whether somebody had. */
  enter(sn: string, atMs: number): boolean {
    if (!this.#placed.has(sn) || !this.#directory.device(sn)) return false
    const place = readPlaceAt(this.#db, sn, atMs)
    if (place === undefined) return false
    this.#remember(sn)
    this.#directory.place(sn, place ?? undefined)
    return true
  }

  /** Puts every device that was ever placed at its position of a platform moment. Answers the groups concerned. */
  apply(atMs: number): number[] {
    const placed = readPlacesAt(this.#db, atMs)
    const groups = new Set<number>()
    for (const sn of new Set([...placed.keys(), ...this.#installed.keys()])) {
      const device = this.#directory.device(sn)
      if (!device) continue
      this.#remember(sn)
      this.#directory.place(sn, placed.has(sn) ? placed.get(sn) : this.#installed.get(sn))
      groups.add(device.groupId)
    }
    return [...groups]
  }

  /** Puts one device somewhere from now on; undefined takes it off the map. */
  move(sn: string, position: Position | undefined): void {
    this.#remember(sn)
    this.#placed.add(sn)
    this.#directory.place(sn, position)
  }

  #remember(sn: string): void {
    if (this.#installed.has(sn)) return
    const { longitude, latitude } = this.#directory.state(sn)
    const known = longitude !== undefined && latitude !== undefined
    this.#installed.set(sn, known ? { longitude, latitude } : undefined)
  }
}
