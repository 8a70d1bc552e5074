import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { controlDevices } from '@backlot/contract/control/calls'
import { control } from '../../testing/control.ts'

export type ViewerCounts = {
  bytes: number
  pictures: number
  packets: number
  gaps: number
  viewers: number
}
export type StreamViewers = AsyncDisposable & { pid: number; tell(command: object): Promise<ViewerCounts> }

/** Viewers of live streams in a process of their own; its commands stand at the head of the script. */
export function openViewers(
  script: 'flv-viewers.mjs' | 'rtsp-viewers.mjs' = 'flv-viewers.mjs',
): StreamViewers {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid!,
    async tell(command) {
      child.stdin.write(`${JSON.stringify(command)}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error(`${script} ended`)
      return JSON.parse(value) as ViewerCounts
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

const FAILING = /待接入|维护中|故障|停用/

/** Serial numbers of cameras that show a picture. */
export async function workingCameras(url: string): Promise<string[]> {
  const { list } = await control(url, controlDevices, { query: { kind: 'camera' } })
  return list.filter(({ online, name }) => online && !FAILING.test(name)).map(({ sn }) => sn)
}
