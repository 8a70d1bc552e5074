import type { Logger } from 'pino'
import { createCallRunner } from './call-runner.ts'
import { createDoor, type Door } from './create-door.ts'
import { type EdgeDeps, openEdge } from './open-edge.ts'

/** A door with its edge in one step, for those who have everything at hand (tests of areas). */
export async function createEdge(
  deps: Omit<EdgeDeps, 'run'> & {
    host: string
    port: number
    allowedHosts: readonly string[]
    allowedOrigins: readonly string[]
    log: Logger
    checkReplies: boolean
  },
): Promise<Door> {
  const door = await createDoor(deps)
  openEdge(door, { ...deps, run: createCallRunner(deps) })
  return door
}
