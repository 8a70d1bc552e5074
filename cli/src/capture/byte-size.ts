import { UserError } from '../user-error.ts'

const UNITS: Readonly<Record<string, number>> = { kb: 1e3, mb: 1e6, gb: 1e9 }

/** Bytes of a size as people type it: 500kB, 20MB, 2GB. Throws a UserError that names the flag. */
export function byteSizeOf(flag: string, text: string, minBytes: number): number {
  const match = /^(\d+(?:\.\d+)?)\s*(kB|MB|GB)$/i.exec(text.trim())
  const bytes = match ? Number(match[1]) * (UNITS[String(match[2]).toLowerCase()] ?? 1) : 0
  if (bytes >= minBytes) return Math.round(bytes)
  throw new UserError(
    `${flag} ${text}: give a size of at least ${saidSize(minBytes)}, such as 500kB, 20MB or 2GB.`,
  )
}

/** A size for people. */
export function saidSize(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${Math.ceil(bytes / 1e3)} kB`
}
