/** A platform's ingest over a data folder of its own, for tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { pino } from 'pino'
import { afterEach, beforeEach } from 'vitest'
import { openStore } from '../composition/store/open-store.ts'
import { createIngest } from '../composition/wires/create-ingest.ts'
import { openForeignDevices } from '../composition/wires/open-foreign-devices.ts'
import { createDirectory } from '../fleet/directory.ts'
import { createDisposal } from '../kernel/disposal.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import type { TakeoverDrive } from './device-takeovers.ts'
import type { ForeignDeviceLimits } from './foreign-device-registry.ts'
import type { Claim } from './ingest.ts'

/** Of the test that runs. */
export let folder: string
/** Each test of the file has a folder of its own. */
export function folderForEachTest(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backlot-ingest-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
}

export const NOW = 1_795_000_000_000
export const SN = 'JLYP01_AIR01_0001'
export const claim = (sn = SN, password = '123456', from = '127.0.0.1'): Claim => ({
  sn,
  from,
  kind: 'hj212Station',
  protocolType: PROTOCOL_TYPES.hj212,
  model: 'air',
  name: { zh: `空气 ${sn}`, en: `Air ${sn}` },
  password,
})

/** A platform's ingest over a data folder; ending it ends everything. */
export async function platform({
  discover = true,
  nowMs = NOW,
  places,
  drive,
}: {
  discover?: boolean
  nowMs?: number
  places?: ForeignDeviceLimits
  drive?: TakeoverDrive
} = {}) {
  const host = createManualClock(nowMs)
  const disposal = createDisposal()
  const store = disposal.use(
    await openStore(
      join(folder, 'backlot.db'),
      (error) => {
        throw error
      },
      { now: Date.now },
    ),
  )
  const directory = createDirectory(7)
  const trees: number[][] = []
  const moved: number[] = []
  const deps = {
    store,
    directory,
    publisher: {
      moved: (slots: readonly number[]) => void moved.push(...slots),
      treeChanged: (ids: readonly number[]) => void trees.push([...ids]),
    },
    clock: {
      now: () => host.now(),
      rate: () => 1,
      epoch: () => 1,
      zoneMinutes: 480,
      onChange: () => () => {},
    },
    host,
    log: pino({ level: 'silent' }),
  }
  const foreign = openForeignDevices({ ...deps, places, days: 180 }, disposal)
  const ingest = createIngest({ ...deps, foreign, discover, drive }, disposal)
  return {
    host,
    store,
    directory,
    foreign,
    ingest,
    trees,
    moved,
    [Symbol.asyncDispose]: () => disposal.end(),
  }
}
