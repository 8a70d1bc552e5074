/** What the RTMP ingest thread tells the platform's. */
export type RtmpWorkerData = {
  host: string
  port: number /** Publishing keys are made from it. */
  secret: string
}

export type RtmpReport =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'published'; id: string; name: string; from: string }
  | { kind: 'refused'; name: string; from: string; why: 'key' | 'name' }
  /** `bytes` is one FLV tag with its trailing size. */
  | { kind: 'tag'; id: string; bytes: Uint8Array }
  | { kind: 'ended'; id: string }
