/**
 * Finds an ffmpeg that can encode: FFMPEG_PATH, then the optional ffmpeg-static, then the system's, then one that was
 * fetched earlier.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { fetchedPrograms } from './ffmpeg-packages.ts'

const run = promisify(execFile)
/** One that hangs is passed over; on a busy machine a good one takes seconds, and without it nothing recorded is shown. */
const PROBE_MS = 30_000

/** `h265`: it has libx265 too. */
export type FoundFfmpeg = { path: string; version: string; h265: boolean }

/** Fetches one for a machine that has none; undefined when that cannot be done. Says so itself, and never rejects. */
export type FetchFfmpeg = () => Promise<FoundFfmpeg | undefined>

/** Asking one takes a tenth of a second: platforms of one process ask once. By path. */
const ASKED = new Map<string, Promise<FoundFfmpeg | undefined>>()

/** The first candidate that runs and has libx264, else what `fetch` brings; undefined when there is none. */
export async function locateFfmpeg(
  configured: string | undefined,
  fetch?: FetchFfmpeg,
): Promise<FoundFfmpeg | undefined> {
  for (const path of [configured, await staticPath(), 'ffmpeg', ...fetchedPrograms().filter(existsSync)]) {
    if (!path) continue
    const asked = ASKED.get(path) ?? probeFfmpeg(path)
    ASKED.set(path, asked)
    const found = await asked
    if (found) return found
    // It may be there the next time.
    ASKED.delete(path)
  }
  return fetch?.()
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
export async function probeFfmpeg(path: string): Promise<FoundFfmpeg | undefined> {
  try {
    const { stdout, stderr } = await run(path, ['-encoders'], { timeout: PROBE_MS })
    if (!/\blibx264\b/.test(stdout)) return undefined
    const version = /^ffmpeg version (\S+)/.exec(stderr)?.[1] ?? 'unknown'
    return { path, version, h265: /\blibx265\b/.test(stdout) }
  } catch {
    // Not there or not runnable: the next candidate is tried.
    return undefined
  }
}
