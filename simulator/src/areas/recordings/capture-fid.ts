import type { Capture } from './ports.ts'

const KINDS: readonly Capture['kind'][] = ['deviceTiming', 'serverTiming', 'remote', 'alarm']
const FID = /^([A-Za-z0-9_-]{1,64})~(\d{1,9})~([0-9a-z]{1,10})~([0-3])$/

/** A capture's name: its camera, moment and reason. */
export function captureFid(sn: string, { chnId, atMs, kind }: Capture): string {
  return `${sn}~${chnId}~${atMs.toString(36)}~${KINDS.indexOf(kind)}`
}

/** Parts of a file name; undefined when it is none of ours. */
export function readCaptureFid(
  fid: string,
): { sn: string; chnId: number; atMs: number; kind: Capture['kind'] } | undefined {
  const found = FID.exec(fid)
  if (!found) return undefined
  return {
    sn: found[1]!,
    chnId: Number(found[2]),
    atMs: Number.parseInt(found[3]!, 36),
    kind: KINDS[Number(found[4])]!,
  }
}
