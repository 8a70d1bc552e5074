import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { UploadCommand } from '../../wire/jt1078/file-upload.ts'
import { uploadByFtp } from './ftp-upload.ts'
import { createTerminalUploads } from './terminal-uploads.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const NOW_MS = Date.UTC(2026, 10, 27)
const REQUEST: UploadCommand = {
  ...{ host: '127.0.0.1', port: 21, user: 'u', password: 'p', path: 'a', channel: 1, conditions: 7 },
  ...{ start: '261127070000', end: '261127071000', videoAlarm: 0, alarm: 0, mediaType: 0 },
  ...{ streamType: 0, storage: 0 },
}

/** An FTP server that takes any user, names `passive` for its data, and takes no file. */
async function ftpServer(passive: string) {
  const said: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        const [verb = ''] = line.split(' ')
        said.push(verb)
        const answers: Record<string, string> = {
          USER: '331 password',
          PASS: '230 in',
          EPSV: '500 no',
          PASV: passive,
          STOR: '550 no room for secret',
        }
        socket.write(`${answers[verb] ?? '200 ok'}\r\n`)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, said }
}

/** A file to upload. */
async function recording(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-upload-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'one.mp4')
  await writeFile(file, 'recording')
  return file
}

it('data go to no other address and to no port that is not allowed', async () => {
  const file = await recording()
  const server = await ftpServer('227 here (192,0,2,1,31,144)')
  const asked: number[] = []
  const job = { address: '127.0.0.1', port: server.port, user: 'u', password: 'p', path: '', name: 'one.mp4' }
  const sent = uploadByFtp(
    {
      ...job,
      ...{ file, continues: false },
      async mayConnect(port) {
        asked.push(port)
        return false
      },
    },
    new AbortController().signal,
  )
  await expect(sent).rejects.toThrow('no port for data')
  expect(asked).toEqual([31 * 256 + 144])
  expect(server.said).not.toContain('STOR')
})

it('a refused file is closed, and its reason is in the log without what the server said', async () => {
  const file = await recording()
  const data = createServer((socket) => socket.resume())
  await once(data.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => data.close())
  const { port } = data.address() as AddressInfo
  const server = await ftpServer(`227 here (127,0,0,1,${port >> 8},${port & 255})`)
  const { start, ended, logged, clock } = rig({ file, target: server.port })
  expect(start({})).toBe(0)
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => server.said.filter((verb) => verb === 'STOR')).toHaveLength(attempt)
    if (attempt === 3) break
    // The hour that it may take, and the pause.
    await expect.poll(() => clock.pending()).toBe(2)
    clock.advance(5000)
  }
  await expect.poll(() => ended).toEqual([1])
  expect(logged).toEqual([
    {
      ...{ sn: '013912345678', channel: 1, host: '127.0.0.1', port: 21 },
      reason: 'the server answered 550',
    },
  ])
  if (process.platform === 'linux') await expect.poll(() => openTimes(file)).toBe(0)
})

/** How often this process has a file open. */
async function openTimes(file: string): Promise<number> {
  const own = '/proc/self/fd'
  const names = await Promise.all((await readdir(own)).map((fd) => readlink(join(own, fd)).catch(() => '')))
  return names.filter((name) => name === file).length
}

/** `file`: the clip that is made; `target`: the port of the FTP server. Left out: there is none. */
function rig({ file, target }: { file?: string; target?: number } = {}) {
  const logged: object[] = []
  const clock = createManualClock(0)
  const ended: number[] = []
  const cancelled: string[] = []
  let clips = 0
  const listeners: ((owner: string, state: never) => void)[] = []
  const uploads = createTerminalUploads({
    ...{ sn: '013912345678', phone: '013912345678', hostClock: clock, platformMs: () => NOW_MS },
    files: (_sn, _chnId, fromMs, toMs) => [{ startMs: fromMs, endMs: toMs, sizeBytes: 1000 }],
    clips: {
      start: ({ sn, chnId, fromMs, toMs, fileName }) => ({
        ok: true,
        download: {
          ...{ downloadId: `d${++clips}`, sn, chnId, fromMs, toMs, fileName, state: 'waiting' as const },
          ...{ percent: 0, sizeBytes: 0 },
        },
      }),
      async cancel(_owner, id) {
        cancelled.push(id)
        for (const told of listeners) told('', { downloadId: id, state: 'cancelled' } as never)
        return true
      },
      onState(listener) {
        listeners.push(listener as (typeof listeners)[number])
        if (file) setImmediate(listener, '', { downloadId: `d${clips}`, state: 'completed' } as never)
        return () => undefined
      },
      fileOf: () => file,
    },
    targetOf: async (address, port) =>
      target === undefined ? undefined : { address, port: port === REQUEST.port ? target : port },
    log: { warn: (fields) => logged.push(fields) },
    hasChannel: (channel) => channel === 1,
  })
  const start = (more: Partial<UploadCommand>, serial = 1) =>
    uploads.start({ ...REQUEST, ...more }, serial, (result) => ended.push(result))
  return { uploads, start, ended, logged, cancelled, clock }
}

it('what is no request that can be carried out is refused at once', () => {
  const { start } = rig()
  expect(start({ channel: 9 })).toBe(1)
  expect(start({ host: '' })).toBe(2)
  expect(start({ path: 'a\r\nDELE b' })).toBe(2)
  expect(start({ mediaType: 1 })).toBe(3)
  expect(start({ conditions: 1 })).toBe(1)
  expect(start({ alarm: 1 })).toBe(1)
  expect(start({ start: '261101000000' })).toBe(2)
})

it('no more than four at a time; one that is cancelled, or takes an hour, has failed', async () => {
  const { uploads, start, ended, cancelled, clock } = rig()
  expect([1, 2, 3, 4, 5].map((serial) => start({}, serial))).toEqual([0, 0, 0, 0, 1])
  expect(uploads.control({ serial: 9, command: 2 })).toBe(1)
  expect(uploads.control({ serial: 4, command: 7 })).toBe(2)
  expect(uploads.control({ serial: 4, command: 2 })).toBe(0)
  await expect.poll(() => ended).toEqual([1])
  expect(cancelled).toContain('d4')
  clock.advance(3_600_000)
  await expect.poll(() => ended.length).toBeGreaterThan(1)
})
