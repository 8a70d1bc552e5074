import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Directory } from '../../../fleet/directory.ts'
import type { GbRecord } from '../../../gateways/gb28181/gb-channels.ts'
import { createDisposal } from '../../../kernel/disposal.ts'
import { openStore } from '../../store/open-store.ts'
import { createGbRecords } from './gb-records.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-records-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an id without a record is not remembered: anybody may name one', async () => {
  await using store = await openStore(
    join(folder, 'backlot.db'),
    (error) => {
      throw error
    },
    { now: Date.now },
  )
  const directory = { slotLimit: () => 0, onChange: () => () => undefined } as Partial<Directory> as Directory
  const records = createGbRecords(
    {
      store,
      directory,
      outbox: { channelsChanged: () => undefined, treeChanged: () => undefined },
      log: { error: (fields: object) => expect(fields).toBeUndefined() },
    },
    createDisposal(),
  )
  const sn = '34020000001180000001'
  expect(records.find(sn)).toBeUndefined()
  const record: GbRecord = { channels: [] }
  await store.write('platform.setFacts', { [`gb28181:${sn}`]: JSON.stringify(record) })
  expect(records.find(sn)).toEqual(record)
})
