import { expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { type DrawingMachine, drawForCore } from './draw-for-core.ts'
import { encodeMessage, type FromWorker, readFromWorker } from './link-messages.ts'
import { linkPair, NO_LOG } from './link-pair.test-support.ts'

async function rig(machine: DrawingMachine) {
  const pair = await linkPair()
  const said: FromWorker[] = []
  pair.core.on('message', (data) => said.push(readFromWorker(data.toString())))
  const drawing = drawForCore(pair.worker, { machine, host: createManualClock(0), log: NO_LOG, slots: 3 })
  pair.core.send(encodeMessage({ kind: 'welcome', seed: 5, proof: 'p' }))
  return { ...pair, said, drawing }
}

const ENCODING = { width: 640, height: 360, framesPerSecond: 12, quality: 26, ceilingKbps: 700 }

it.each(['noFfmpeg', 'otherPictures'] as const)(
  'a machine that cannot draw says so (%s), and draws nothing',
  async (why) => {
    await using worker = await rig({ open: async () => why })
    await expect.poll(() => worker.said).toEqual([{ kind: 'unable', why }])
    worker.core.send(encodeMessage({ kind: 'open', stream: 1, name: 'cam', encoding: ENCODING }))
    await expect.poll(() => worker.said.at(-1)).toMatchObject({ kind: 'ended', stream: 1 })
    expect(worker.drawing.cameras()).toEqual([])
  },
)

it('one whose encoder does not start says so, and goes on', async () => {
  const scenes = () => {
    throw new Error('nothing is drawn')
  }
  await using worker = await rig({
    open: async () => ({
      ffmpeg: '/nowhere/ffmpeg',
      h265: true,
      takeThreads: () => ({ scenes, giveBack: () => {} }),
      takeSpare: () => undefined,
    }),
  })
  await expect.poll(() => worker.said).toEqual([{ kind: 'ready', slots: 3, h265: true }])
  worker.core.send(encodeMessage({ kind: 'open', stream: 4, name: 'cam', encoding: ENCODING }))
  await expect.poll(() => worker.said.at(-1)).toMatchObject({ kind: 'ended', stream: 4 })
  expect(worker.drawing.cameras()).toEqual([])
  // More than start at once: those that wait have their turn when others have gone.
  const streams = [5, 6, 7, 8, 9, 10, 11]
  for (const stream of streams)
    worker.core.send(encodeMessage({ kind: 'open', stream, name: 'cam', encoding: ENCODING }))
  await expect
    .poll(() => worker.said.flatMap((said) => (said.kind === 'ended' ? [said.stream] : [])))
    .toEqual([4, ...streams])
  worker.drawing.leave()
  await expect.poll(() => worker.said.at(-1)).toEqual({ kind: 'ready', slots: 0 })
})

it.each(['{', '{"kind":"open"}', '{"kind":"picture","stream":1}'])(
  'a core that says %s is left',
  async (text) => {
    await using worker = await rig({ open: async () => 'noFfmpeg' })
    worker.core.send(text)
    await expect.poll(() => worker.worker.readyState).toBe(worker.worker.CLOSED)
  },
)
