import {
  type ConsoleServer,
  type ConsoleServerOptions,
  createConsoleServer,
} from '../console-server/create-console-server.ts'
import { UserError } from '../user-error.ts'
import { adapterFields, sessionHeader } from './adapter-fields.ts'
import { CAPTURE_FORMAT, CAPTURE_VERSION, type Manifest } from './capture-form.ts'
import { CaptureWriter } from './capture-writer.ts'
import { createRecorder, type Recorder, type RecorderCounts } from './create-recorder.ts'
import { Redactor } from './redactor.ts'

export type RecordOptions = ConsoleServerOptions & {
  /** Folder of the capture; there must be nothing in it. */
  folder: string
  /** Most bytes of the capture. */
  maxBytes: number
  /** Streams, pictures, sound. */
  keepsMedia: boolean
  /** Leaves personal data unchanged. */
  keepsPersonal: boolean
}

export type RecordSummary = RecorderCounts & {
  folder: string
  bytes: number
  seconds: number
  /** Values that were masked, by kind. */
  masked: Readonly<Record<string, number>>
  /** Omitted bodies, by reason. */
  left: Readonly<Record<string, { count: number; bytes: number }>>
  why: 'asked' | 'time' | 'size'
}

export type Recording = AsyncDisposable &
  Pick<ConsoleServer, 'url' | 'addresses' | 'certificate' | 'hash'> & {
    /** Ends the capture and the server, and reports the result. */
    end(why: 'asked' | 'time'): Promise<RecordSummary>
  }

/**
 * Serves the console before a platform and records the traffic. Throws a UserError when the platform does not answer,
 * or the folder is not available; otherwise as createConsoleServer does.
 */
export async function recordPlatform(options: RecordOptions): Promise<Recording> {
  const { folder, maxBytes, keepsMedia, keepsPersonal, ...rest } = options
  let recorder: Recorder | undefined
  const server = await createConsoleServer({
    ...rest,
    tap: {
      asked: (request, path) => recorder?.asked(request, path),
      answered: (request, answer) => recorder?.answered(request, answer),
      failed: (request, reason) => recorder?.failed(request, reason),
      socketAsked: (request, path) => recorder?.socketAsked(request, path),
      socketOpened: (request, console, platform) => recorder?.socketOpened(request, console, platform),
    },
  })
  try {
    const { platform } = await server.health()
    if (!platform.ok)
      throw new UserError(`The platform at ${rest.platform.origin} cannot be reached: ${platform.reason}.`)
    const { adapter } = server.config
    const redactor = new Redactor({ keepPersonal: keepsPersonal, fields: adapterFields(adapter) })
    const beganMs = Date.now()
    const began = performance.now()
    const t = () => Math.round((performance.now() - began) * 10) / 10
    const manifest: Manifest = {
      format: CAPTURE_FORMAT,
      version: CAPTURE_VERSION,
      beganMs,
      platform: rest.platform.origin,
      console: server.hash,
      // The map may be somebody's with a key.
      config: { ...server.config, map: JSON.parse(redactor.text(JSON.stringify(server.config.map))) },
      keepsPersonal,
      keepsMedia,
      maxBytes,
    }
    const writer = new CaptureWriter(folder, manifest)
    const rules = { keepsMedia, keepsPersonal }
    const hostMs = () => Math.round(beganMs + t())
    recorder = createRecorder({ writer, redactor, rules, t, hostMs, sessionHeader: sessionHeader(adapter) })
    return recordingOf(server, recorder, writer, redactor, folder, t)
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

function recordingOf(
  server: Awaited<ReturnType<typeof createConsoleServer>>,
  recorder: Recorder,
  writer: CaptureWriter,
  redactor: Redactor,
  folder: string,
  t: () => number,
): Recording {
  let ended: Promise<RecordSummary> | undefined
  async function end(why: 'asked' | 'time'): Promise<RecordSummary> {
    const seconds = Math.round(t() / 1000)
    recorder.stop()
    writer.end(t(), why, redactor.longest, (bytes) => redactor.bytes(bytes))
    await server[Symbol.asyncDispose]()
    return {
      ...recorder.counts(),
      folder,
      bytes: writer.bytes,
      seconds,
      masked: redactor.counts(),
      left: writer.left(),
      why: writer.isFull ? 'size' : why,
    }
  }
  const endOnce = (why: 'asked' | 'time') => {
    ended ??= end(why)
    return ended
  }
  return {
    url: server.url,
    addresses: server.addresses,
    certificate: server.certificate,
    hash: server.hash,
    end: endOnce,
    async [Symbol.asyncDispose]() {
      await endOnce('asked')
    },
  }
}
