import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createShortClips } from './short-clips.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-short-clips-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const wish = (fromMs: number) => ({ sn: 'C', chnId: 1, fromMs, toMs: fromMs + 1000 })

test('who asks for the same stretch gets the same clip, made once, and no file stays', async () => {
  let made = 0
  const clips = createShortClips({
    folder,
    make: ({ file, spans }) => writeFile(file, `${++made}: ${spans[0]?.fromMs}`),
  })
  const all = await Promise.all([clips.clip(wish(1)), clips.clip(wish(1)), clips.clip(wish(2))])
  expect(all.map(String)).toEqual(['1: 1', '1: 1', '2: 2'])
  expect(await readdir(folder)).toEqual([])
})

test('a clip that failed is tried again, and does not hold the next up', async () => {
  let tries = 0
  const clips = createShortClips({
    folder,
    make: async ({ file }) => {
      if (++tries === 1) throw new Error('no luck')
      await writeFile(file, 'there')
    },
  })
  await expect(clips.clip(wish(1))).rejects.toThrow('no luck')
  expect(String(await clips.clip(wish(1)))).toBe('there')
})

test('at the end what is being made is given up; without an encoder there is no clip', async () => {
  const clips = createShortClips({
    folder,
    make: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const waiting = clips.clip(wish(1))
  const refused = expect(waiting).rejects.toThrow('ending')
  await clips.close()
  await refused
  expect(await createShortClips({ folder, make: undefined }).clip(wish(1))).toBeUndefined()
})
