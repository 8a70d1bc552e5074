import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlStatus } from '@backlot/contract/control/calls'
import { afterAll, expect } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { compareArchive } from './compare-archive.ts'

/** On a busy machine. */
export const PATIENTLY = { timeout: 120_000 }

/** Makes folders that go at the end of the file's tests. */
export function temporaryFolders(): () => string {
  const folders: string[] = []
  afterAll(() => {
    for (const made of folders) rmSync(made, { recursive: true, force: true })
  })
  return () => {
    const made = mkdtempSync(join(tmpdir(), 'backlot-archive-'))
    folders.push(made)
    return made
  }
}

export const launch = (data: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  launchSimulator(['--no-rtmp', '--data', data, ...args], env)

export const stateOf = async (simulator: LaunchedSimulator) =>
  (await control(simulator.url, controlStatus)).archive ?? expect.fail('there is no archive')

export const troublesOf = async (simulator: LaunchedSimulator) =>
  (await control(simulator.url, controlStatus)).troubles.map(({ kind }) => kind)

export const caughtUp = (simulator: LaunchedSimulator) =>
  expect.poll(() => stateOf(simulator), PATIENTLY).toMatchObject({ state: 'connected', waiting: 0 })

/** Every table is equal on both sides, and nothing is there twice. Answers what was compared. */
export async function expectEqual(data: string, address: string) {
  const compared = await compareArchive(data, address)
  for (const [table, { differing, extra, twice }] of Object.entries(compared))
    expect({ table, differing, extra, twice }).toEqual({ table, differing: [], extra: [], twice: 0 })
  return compared
}
