import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stageState, undoRestore } from './state-files.ts'

let data: string
let snapshot: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'backlot-state-'))
  snapshot = join(data, 'snapshots/one')
})
afterEach(() => rm(data, { recursive: true, force: true }))

const OLD = { 'backlot.db': 'old rows', 'uploads/7/a.jpg': 'old picture', 'versions/f00': 'old version' }
const NEW = {
  'backlot.db': 'saved rows',
  'uploads/7/b.jpg': 'saved picture',
  'camera-pictures/c.jpg': 'shot',
}

function fill(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** The files of the state; no leftovers of a restore. */
function stateOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith('snapshots'))
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

test('a restore puts the state of the snapshot in place of the present one and leaves the snapshot as it is', async () => {
  fill(data, OLD)
  fill(snapshot, NEW)
  const state = await stageState(snapshot, data)
  expect(stateOf(data)).toMatchObject(OLD)
  state.swapIn()
  state.keep()
  expect(stateOf(data)).toEqual(NEW)
  writeFileSync(join(data, 'backlot.db'), 'written to since')
  expect(readFileSync(join(snapshot, 'backlot.db'), 'utf8')).toBe(NEW['backlot.db'])
  undoRestore(data)
  expect(stateOf(data)).toEqual({ ...NEW, 'backlot.db': 'written to since' })
})

test('a restore that is interrupted anywhere, and an undoing that is too, leave the state from before it', async () => {
  class PowerCut extends Error {}
  /** A rename that lets `count` pass. */
  const failingAfter = (count: number) => {
    let left = count
    return (...[from, to]: Parameters<typeof renameSync>) => {
      if (left-- === 0) throw new PowerCut('cut')
      renameSync(from, to)
    }
  }
  let steps = 0
  for (let cut = 0; ; cut++) {
    await rm(data, { recursive: true, force: true })
    fill(data, { ...OLD, 'backlot.db-wal': 'old log' })
    fill(snapshot, NEW)
    const state = await stageState(snapshot, data, failingAfter(cut))
    try {
      state.swapIn()
      state.keep()
      steps = cut
      break
    } catch (error) {
      expect(error).toBeInstanceOf(PowerCut)
    }
    // The new platform may have written before the cut.
    if (existsSync(join(data, 'backlot.db'))) {
      const isNew = readFileSync(join(data, 'backlot.db'), 'utf8') === NEW['backlot.db']
      if (isNew) writeFileSync(join(data, 'backlot.db-shm'), 'of the new rows')
    }
    try {
      undoRestore(data, failingAfter(cut % 4))
    } catch (error) {
      expect(error).toBeInstanceOf(PowerCut)
      undoRestore(data)
    }
    expect(stateOf(data), `cut after ${cut} steps`).toEqual({ ...OLD, 'backlot.db-wal': 'old log' })
  }
  expect(steps).toBeGreaterThan(6)
})

test('what cannot be copied is refused, and the state stays', async () => {
  fill(data, OLD)
  await expect(stageState(join(data, 'snapshots/none'), data)).rejects.toMatchObject({ code: 503 })
  expect(stateOf(data)).toEqual(OLD)
})
