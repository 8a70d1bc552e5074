import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { UserError } from '../user-error.ts'
import { assembleCapture, type Capture, CaptureError } from './capture.ts'
import { CAPTURE_FORMAT, CAPTURE_VERSION, EVENTS_FILE, MANIFEST_FILE, Manifest } from './capture-form.ts'

/** Reads a capture. Throws a UserError when there is none, it is of another version, or it is damaged in the middle. */
export async function readCapture(folder: string): Promise<Capture> {
  const manifest = readManifest(folder)
  const path = join(folder, EVENTS_FILE)
  if (!existsSync(path)) throw new UserError(`${folder}: ${EVENTS_FILE} is missing.`)
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
  try {
    return await assembleCapture(manifest, lines, (file) => sizeOf(join(folder, file)))
  } catch (error) {
    throw error instanceof CaptureError ? new UserError(`${path}: ${error.message}`) : error
  }
}

function readManifest(folder: string): Manifest {
  if (!existsSync(folder)) throw new UserError(`There is no folder ${folder}.`)
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8'))
  } catch (error) {
    throw new UserError(
      `${folder} is not a capture: ${MANIFEST_FILE} cannot be read (${(error as Error).message}).`,
    )
  }
  const { format, version } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  if (format !== CAPTURE_FORMAT) throw new UserError(`${folder} is not a capture.`)
  if (version !== CAPTURE_VERSION)
    throw new UserError(
      `${folder}: capture version ${version}; this program reads version ${CAPTURE_VERSION}.`,
    )
  const read = Manifest.safeParse(raw)
  if (read.success) return read.data
  throw new UserError(`${folder}: ${MANIFEST_FILE}: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`)
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}
