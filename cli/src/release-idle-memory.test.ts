import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { releaseIdleMemory } from './release-idle-memory.ts'

const MB = 2 ** 20

function rig() {
  const state = { heap: 140 * MB, live: 70 * MB, use: 0.02, watched: false, released: 0 }
  let look: () => unknown = () => undefined
  releaseIdleMemory(
    () => state.watched,
    (_, callback) => {
      look = callback
      return () => {}
    },
    {
      heapBytes: () => state.heap,
      loopUse: () => state.use,
      async release() {
        state.heap = state.live
        state.released++
      },
    },
  )
  return { state, minute: () => look() }
}

test('a heap that has grown is released in an idle minute, once', async () => {
  const { state, minute } = rig()
  await minute()
  expect(state).toMatchObject({ released: 1, heap: 70 * MB })
  state.heap = 90 * MB
  await minute()
  expect(state.released).toBe(1)
  state.heap = 95 * MB
  await minute()
  expect(state.released).toBe(2)
})

test('nothing is released while the platform is busy or a console is connected', async () => {
  const { state, minute } = rig()
  state.use = 0.4
  await minute()
  state.use = 0.02
  state.watched = true
  await minute()
  expect(state.released).toBe(0)
})

test('garbage of a process is collected without a flag', () => {
  // In a process of its own: the inspector of a test's thread answers to nobody.
  const module = new URL('./release-idle-memory.ts', import.meta.url).href
  const program = `
    const { processMemory } = await import(${JSON.stringify(module)})
    const memory = processMemory()
    let rows = Array.from({ length: 400_000 }, (_, index) => ({ index, text: String(index) }))
    const before = memory.heapBytes()
    rows = rows.slice(0, 1)
    await memory.release()
    process.stdout.write(String(before - memory.heapBytes()))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  expect(stderr).toBe('')
  expect(Number(stdout)).toBeGreaterThan(8 * MB)
})
