import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { releaseIdleMemory } from './release-idle-memory.ts'

const MB = 2 ** 20

function rig() {
  const state = { resident: 300 * MB, live: 230 * MB, use: 0.02, watched: false, released: 0 }
  let callback: () => unknown = () => undefined
  releaseIdleMemory(
    () => state.watched,
    (_, given) => {
      callback = given
      return () => {}
    },
    {
      residentBytes: () => state.resident,
      loopUse: () => state.use,
      async release() {
        state.resident = state.live
        state.released++
      },
    },
  )
  return { state, look: () => callback() }
}

test('memory that has grown is released in an idle time, once', async () => {
  const { state, look } = rig()
  await look()
  expect(state).toMatchObject({ released: 1, resident: 230 * MB })
  state.resident = 250 * MB
  await look()
  expect(state.released).toBe(1)
  state.resident = 255 * MB
  await look()
  expect(state.released).toBe(2)
})

test('what other threads give back a moment later counts as given back', async () => {
  const { state, look } = rig()
  await look()
  state.resident = 200 * MB
  await look()
  expect(state.released).toBe(1)
  state.resident = 225 * MB
  await look()
  expect(state.released).toBe(2)
})

test('nothing is released while the platform is busy or a console is connected', async () => {
  const { state, look } = rig()
  state.use = 0.4
  await look()
  state.use = 0.02
  state.watched = true
  await look()
  expect(state.released).toBe(0)
})

test('garbage of every thread of a process is collected, without a flag', () => {
  // In a process of its own: the inspector of a test's thread answers to nobody.
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const thread = `
    import { getHeapStatistics } from 'node:v8'
    import { parentPort } from 'node:worker_threads'
    import { register } from 'tsx/esm/api'
    register()
    const { collectGarbage, onIdle } = await import(${module('../../simulator/src/kernel/idle-memory.ts')})
    let rows = Array.from({ length: 400_000 }, (_, index) => ({ index, text: String(index) }))
    const before = getHeapStatistics().total_heap_size
    onIdle(async () => {
      await collectGarbage()
      parentPort.postMessage(before - getHeapStatistics().total_heap_size)
      parentPort.close()
    })
    parentPort.on('message', () => {})
    rows = rows.slice(0, 1)
    parentPort.postMessage('grown')`
  const program = `
    const { Worker } = await import('node:worker_threads')
    const { once } = await import('node:events')
    const { getHeapStatistics } = await import('node:v8')
    const { processMemory } = await import(${module('./release-idle-memory.ts')})
    const worker = new Worker(${JSON.stringify(thread)}, { eval: true })
    await once(worker, 'message')
    const memory = processMemory()
    let rows = Array.from({ length: 400_000 }, (_, index) => ({ index, text: String(index) }))
    const before = getHeapStatistics().total_heap_size
    rows = rows.slice(0, 1)
    const told = once(worker, 'message')
    await memory.release()
    const given = before - getHeapStatistics().total_heap_size
    const [givenByThread] = await told
    process.stdout.write(JSON.stringify([given, givenByThread]))`
  const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  expect(stderr).toBe('')
  const [given, givenByThread] = JSON.parse(stdout)
  expect(given).toBeGreaterThan(8 * MB)
  expect(givenByThread).toBeGreaterThan(8 * MB)
})
