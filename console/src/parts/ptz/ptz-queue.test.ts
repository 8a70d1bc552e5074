import { PTZ } from '@backlot/contract/ptz/calls'
import { describe, expect, it } from 'vitest'
import { type PtzCommand, PtzQueue } from './ptz-queue.ts'

const command = (cmd: number, sn = 'A'): PtzCommand => ({
  sn,
  chnId: 1,
  cmd,
  speed: cmd === PTZ.stop ? 0 : 30,
})
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A platform whose answers a test gives one by one. */
function setUp() {
  const sent: string[] = []
  const answers: { ok(): void; fail(): void }[] = []
  const queue = new PtzQueue((sending) => {
    sent.push(`${sending.sn}${sending.cmd}`)
    return new Promise<void>((resolve, reject) => {
      answers.push({ ok: resolve, fail: () => reject(new Error('down')) })
    })
  })
  return { queue, sent, answers }
}

describe('PTZ queue', () => {
  it('sends a stop only after the move before it was answered', async () => {
    const { queue, sent, answers } = setUp()
    void queue.push(command(PTZ.left))
    void queue.push(command(PTZ.stop))
    expect(sent).toEqual(['A2'])
    answers[0]!.ok()
    await settle()
    expect(sent).toEqual(['A2', 'A19'])
  })

  it('lets moves that were not sent fall away for newer ones, but never a stop', async () => {
    const { queue, sent, answers } = setUp()
    void queue.push(command(PTZ.left))
    const dropped = queue.push(command(PTZ.up))
    void queue.push(command(PTZ.stop))
    void queue.push(command(PTZ.right))
    await dropped
    answers[0]!.ok()
    await settle()
    answers[1]!.ok()
    await settle()
    expect(sent).toEqual(['A2', 'A19', 'A3'])
  })

  it('keeps channels apart', () => {
    const { queue, sent } = setUp()
    void queue.push(command(PTZ.left))
    void queue.push(command(PTZ.up, 'B'))
    expect(sent).toEqual(['A2', 'B0'])
  })

  it('goes on after a command that failed, and says so', async () => {
    const { queue, sent, answers } = setUp()
    const first = queue.push(command(PTZ.left))
    void queue.push(command(PTZ.stop))
    answers[0]!.fail()
    await expect(first).rejects.toThrow('down')
    await settle()
    expect(sent).toEqual(['A2', 'A19'])
  })

  it('sends an undelivered stop again', async () => {
    const { queue, sent, answers } = setUp()
    const stop = queue.push(command(PTZ.stop))
    answers[0]!.fail()
    await settle()
    answers[1]!.ok()
    await stop
    expect(sent).toEqual(['A19', 'A19'])
  })

  it('gives an undelivered stop up when a newer command waits', async () => {
    const { queue, sent, answers } = setUp()
    const stop = queue.push(command(PTZ.stop))
    const caught = stop.catch((error: Error) => error.message)
    void queue.push(command(PTZ.up))
    answers[0]!.fail()
    await settle()
    expect(await caught).toBe('down')
    expect(sent).toEqual(['A19', 'A0'])
  })
})
