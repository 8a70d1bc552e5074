/** Finds an ffmpeg that can encode: FFMPEG_PATH, then the optional ffmpeg-static, then the system's. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** One that hangs is passed over; on a busy machine a good one takes seconds, and without it nothing recorded is shown. */
const PROBE_MS = 30_000

export type FoundFfmpeg = { path: string; version: string }

/** Asking one takes a tenth of a second: platforms of one process ask once. */
const FOUND = new Map<string, FoundFfmpeg>()

/** The first candidate that runs and has libx264; undefined when there is none. */
export async function locateFfmpeg(configured: string | undefined): Promise<FoundFfmpeg | undefined> {
  for (const path of [configured, await staticPath(), 'ffmpeg']) {
    if (!path) continue
    const found = FOUND.get(path) ?? (await probe(path))
    if (!found) continue
    FOUND.set(path, found)
    return found
  }
  return undefined
}

/** Where the optional package keeps its binary, when it is installed. */
async function staticPath(): Promise<string | undefined> {
  try {
    const name = 'ffmpeg-static'
    const module: { default?: unknown } = await import(name)
    return typeof module.default === 'string' ? module.default : undefined
  } catch {
    // Not installed: its download is allowed to fail, and the next candidate is tried.
    return undefined
  }
}

/** Runs the candidate once; undefined when it does not run or lacks libx264. */
async function probe(path: string): Promise<FoundFfmpeg | undefined> {
  try {
    const { stdout, stderr } = await run(path, ['-encoders'], { timeout: PROBE_MS })
    if (!/\blibx264\b/.test(stdout)) return undefined
    return { path, version: /^ffmpeg version (\S+)/.exec(stderr)?.[1] ?? 'unknown' }
  } catch {
    // Not there or not runnable: the next candidate is tried.
    return undefined
  }
}
