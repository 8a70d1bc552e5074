import type { Recorded, RecordIndexPort } from './ports.ts'

/** Names of files end in their start in seconds, and a mark of their type. */
const FID = /-([0-9a-z]{1,8})(?:\.(a?d?))?$/

/** The file of a name, when the channel has it. */
export function findFile(
  index: RecordIndexPort,
  sn: string,
  chnId: number,
  fid: string,
): Recorded | undefined {
  const found = FID.exec(fid)
  if (!found || !fid.startsWith(`${sn}-${chnId}-`)) return undefined
  const startMs = Number.parseInt(found[1]!, 36) * 1000
  const source = found[2]?.includes('d') ? 'device' : 'server'
  // Starts are cut to seconds in names.
  return index.recordingsOf(sn, chnId, startMs, startMs + 2000, source)?.find((file) => file.fid === fid)
}
