/** Uploads of a terminal's recordings to FTP servers (JT/T 1078-2016, 5.6: 0x9206, 0x9207, 0x1206). */
import { RECORDING_LIMITS } from '@backlot/contract/recordings/entities'
import type { HostClock } from '../../kernel/clock.ts'
import { ACK_RESULTS } from '../../wire/jt808/acks.ts'
import { digitsOfMoment } from '../../wire/jt1078/bcd-time.ts'
import type { UploadCommand, UploadControl } from '../../wire/jt1078/file-upload.ts'
import type { Downloads } from '../create-downloads.ts'
import { ftpFailure, uploadByFtp } from './ftp-upload.ts'
import { resourcesOf, spanOf, type TerminalFiles } from './terminal-recordings.ts'

const { ok, failed, bad, unsupported } = ACK_RESULTS
const COMMANDS = { pause: 0, resume: 1, cancel: 2 } as const
/** Bit of the conditions: over the mobile network, the only one that a vehicle has. */
const MOBILE = 4
const SOUND = 1
/** Uploads that a terminal has at a time. */
const UPLOADS_MOST = 4
/** A server that does not take a file gets it again, and an upload ends by then, pauses included. */
const ATTEMPTS = 3
const RETRY_MS = 5000
const UPLOAD_MOST_MS = 3_600_000
const CANCELLED = new Error('the upload was cancelled')
/** Line ends in them would be commands of FTP. */
const CONTROL_CHARACTER = /\p{Cc}/u

/** Clips of recordings, as files. */
export type RecordedClips = Pick<Downloads, 'start' | 'cancel' | 'onState' | 'fileOf'>

export type TerminalUploads = {
  /** `ended` gets the result of 0x1206: 0 done, 1 failed. */
  start(request: UploadCommand, serial: number, ended: (result: number) => void): number
  control(control: UploadControl): number
  /** All end, and nobody is told. */
  close(): void
}

type Upload = {
  request: UploadCommand
  whole: AbortController
  /** The attempt under way. */
  attempt: AbortController | undefined
  isPaused: boolean
  goOn: () => void
}

export function createTerminalUploads(deps: {
  sn: string
  /** Digits of the phone number, the beginning of file names. */
  phone: string
  files: TerminalFiles
  clips: RecordedClips
  /** The address of a server, if files may go there. Never rejects. */
  targetOf(host: string, port: number): Promise<{ address: string; port: number } | undefined>
  hasChannel(channel: number): boolean
  hostClock: HostClock
  platformMs(): number
  log: { warn(fields: object, message: string): void }
}): TerminalUploads {
  const { sn, phone, files, clips, targetOf, hostClock, platformMs, log } = deps
  const owner = `jt1078/${sn}`
  const uploads = new Map<number, Upload>()
  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const cancel = hostClock.after(ms, resolve)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })

  /** Makes the clip; resolves with its name on the platform's side once it is whole. */
  const clipOf = async (
    wish: Parameters<RecordedClips['start']>[0],
    signal: AbortSignal,
  ): Promise<string> => {
    const started = clips.start(wish)
    if (!started.ok) throw new Error(`no file could be made: ${started.reason}`)
    const { downloadId } = started.download
    const drop = () => void clips.cancel(owner, downloadId)
    signal.addEventListener('abort', drop)
    return new Promise((resolve, reject) => {
      const stop = clips.onState((_owner, { downloadId: id, state }) => {
        if (id !== downloadId || state === 'waiting' || state === 'running') return
        stop()
        if (state === 'completed') resolve(downloadId)
        else reject(new Error(`the file was not made: ${state}`))
      })
    })
  }
  const send = async (upload: Upload, file: string, name: string): Promise<void> => {
    const { request, whole } = upload
    const { host, port, user, password, path } = request
    for (let attempt = 1, continues = false; ; ) {
      while (upload.isPaused && !whole.signal.aborted)
        await new Promise<void>((resolve) => {
          upload.goOn = resolve
        })
      whole.signal.throwIfAborted()
      upload.attempt = new AbortController()
      try {
        const target = await targetOf(host, port)
        if (!target) throw new Error('files may not be sent there')
        const mayConnect = async (dataPort: number) =>
          (await targetOf(target.address, dataPort)) !== undefined
        await uploadByFtp(
          { ...target, user, password, path, name, file, continues, mayConnect },
          AbortSignal.any([whole.signal, upload.attempt.signal]),
        )
        return
      } catch (error) {
        whole.signal.throwIfAborted()
        continues = true
        if (upload.isPaused) continue
        if (attempt++ >= ATTEMPTS) throw error
        await pause(RETRY_MS, whole.signal)
      }
    }
  }
  const run = async (upload: Upload, span: { fromMs: number; toMs: number }): Promise<void> => {
    const { channel } = upload.request
    const { signal } = upload.whole
    const [from, to] = [digitsOfMoment(span.fromMs), digitsOfMoment(span.toMs)]
    const fileName = `${phone}_${channel}_${from}_${to}.mp4`
    const spans = files(sn, channel, span.fromMs, span.toMs).map(({ startMs, endMs }) => ({
      fromMs: Math.max(span.fromMs, startMs),
      toMs: Math.min(span.toMs, endMs),
    }))
    const id = await clipOf({ owner, sn, chnId: channel, ...span, spans, fileName }, signal)
    try {
      const file = clips.fileOf(owner, id)
      if (!file) throw new Error('the file is gone')
      await send(upload, file, fileName)
    } finally {
      void clips.cancel(owner, id)
    }
  }

  return {
    start(request, serial, ended) {
      const { channel, host, port, user, password, path, conditions, mediaType } = request
      if (!deps.hasChannel(channel)) return failed
      if (host === '' || port === 0) return bad
      if ([host, user, password, path].some((text) => CONTROL_CHARACTER.test(text))) return bad
      if (mediaType === SOUND) return unsupported
      if (conditions !== 0 && (conditions & MOBILE) === 0) return failed
      const nowMs = platformMs()
      const span = spanOf(request, nowMs)
      if (!span || span.toMs - span.fromMs > RECORDING_LIMITS.downloadMs) return bad
      if (resourcesOf(files, sn, [channel], request, nowMs).length === 0) return failed
      if (uploads.has(serial) || uploads.size >= UPLOADS_MOST) return failed
      const upload: Upload = {
        request,
        whole: new AbortController(),
        attempt: undefined,
        isPaused: false,
        goOn: () => undefined,
      }
      uploads.set(serial, upload)
      const { signal } = upload.whole
      const cancelTimer = hostClock.after(UPLOAD_MOST_MS, () =>
        upload.whole.abort(new Error('it took too long')),
      )
      signal.addEventListener('abort', () => upload.goOn())
      const end = (result: number): void => {
        cancelTimer()
        if (uploads.get(serial) !== upload) return
        uploads.delete(serial)
        ended(result)
      }
      run(upload, span).then(
        () => end(0),
        (error: unknown) => {
          const reason = ftpFailure(signal.aborted ? signal.reason : error)
          if (signal.reason !== CANCELLED)
            log.warn({ sn, channel, host, port, reason }, 'a recording was not uploaded by FTP')
          end(1)
        },
      )
      return ok
    },
    control({ serial, command }) {
      const upload = uploads.get(serial)
      if (!upload) return failed
      switch (command) {
        case COMMANDS.pause:
          upload.isPaused = true
          upload.attempt?.abort()
          return ok
        case COMMANDS.resume:
          upload.isPaused = false
          upload.goOn()
          return ok
        case COMMANDS.cancel:
          upload.whole.abort(CANCELLED)
          return ok
        default:
          return bad
      }
    },
    close() {
      const all = [...uploads.values()]
      uploads.clear()
      for (const { whole } of all) whole.abort(CANCELLED)
    },
  }
}
