import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PictureStrip } from '@backlot/contract/picture-strip'
import { createFlvParser } from '@backlot/simulator/media/flv-parser'
import { FLV_VIDEO } from '@backlot/simulator/wire/flv/flv-tag'
import { stripsOf } from './strips-of.ts'

/** A viewer of an FLV stream over HTTP that keeps what it receives. */
export type RecordedStream = AsyncDisposable & {
  pictures(): number
  /** The connection has ended. */
  ended(): boolean
  /** What it has received: time stamps as ffprobe reads them, strips as ffmpeg decodes them. */
  read(): Promise<{ timesMs: number[]; strips: PictureStrip[] }>
}

export function recordStream(url: string): RecordedStream {
  const abort = new AbortController()
  const parser = createFlvParser()
  const chunks: Uint8Array[] = []
  let pictures = 0
  let ended = false
  const reading = (async () => {
    const response = await fetch(url, { signal: abort.signal })
    if (!response.body) throw new Error(`status ${response.status}`)
    for await (const chunk of response.body) {
      chunks.push(chunk)
      pictures += parser.push(chunk).filter(({ type, body }) => type === FLV_VIDEO && body[1] === 1).length
    }
  })().catch(() => {})
  void reading.finally(() => {
    ended = true
  })
  return {
    pictures: () => pictures,
    ended: () => ended,
    async read() {
      const folder = mkdtempSync(join(tmpdir(), 'backlot-stream-'))
      try {
        const file = join(folder, 'stream.flv')
        writeFileSync(file, Buffer.concat(chunks))
        const asked = ['-select_streams', 'v', '-show_entries', 'packet=pts', '-of', 'csv=p=0', file]
        const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', ...asked])
        const timesMs = stdout
          .split('\n')
          .flatMap((line) => (/^\d/.test(line) ? [Number.parseInt(line, 10)] : []))
        return { timesMs, strips: await stripsOf(file, timesMs.length, []) }
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    async [Symbol.asyncDispose]() {
      abort.abort()
      await reading
    },
  }
}
