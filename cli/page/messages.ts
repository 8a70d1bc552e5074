/** Messages between the page, its service worker and the worker that answers in the platform's place. */

/** A request of the page, from the service worker. `path`: with its query. */
export type PageRequest = {
  id: number
  method: string
  path: string
  headers: Record<string, string>
  body: ArrayBuffer | undefined
}
export type ToAnswers = ({ kind: 'request' } & PageRequest) | { kind: 'cancel'; id: number }
/** Answers to them. A body that `comesInPieces` follows until `end`. */
export type FromAnswers =
  | {
      kind: 'reply'
      id: number
      status: number
      headers: Record<string, string>
      body: string | Uint8Array<ArrayBuffer> | null
      comesInPieces: boolean
    }
  | { kind: 'piece'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; id: number }

/** From the page to its service worker. */
export type ToServiceWorker =
  /** With a port: requests of this page go there. */
  { kind: 'answers' } | { kind: 'claim' }
/** From the service worker: it has lost the port of this page, or never had it. */
export type FromServiceWorker = { kind: 'needsAnswers' }

/** Where a page is in the recording, for the next page of the same tab. */
export type Place = {
  /** Epoch milliseconds of the host. */
  atMs: number
  t: number
  /** Above 0. */
  speed: number
  wasPaused: boolean
  loops: number
  used: number[]
  sockets: [string, number][]
  isSignedIn: boolean
}

export type ReplayState = {
  /** Milliseconds since the beginning of the recording, which takes `lengthMs`. */
  t: number
  lengthMs: number
  /** Time of the platform, and its zone in minutes where it is known. */
  nowMs: number
  zoneMinutes: number | undefined
  /** Recorded seconds a second; 0 is a pause. */
  speed: number
  isOver: boolean
  accounts: readonly string[]
  /** Somebody has signed in since the page began. */
  isSignedIn: boolean
  /** Requests without a recorded answer. */
  misses: number
}

export type ToReplay =
  | { kind: 'start'; place: Place | undefined }
  /** With a port for requests. */
  | { kind: 'answers' }
  | { kind: 'open'; id: number; path: string }
  /** Bytes are not read. */
  | { kind: 'heard'; id: number; text: string | undefined }
  | { kind: 'closed'; id: number }
  | { kind: 'speed'; speed: number }
  | { kind: 'again' }
export type FromReplay =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'opened'; id: number }
  | { kind: 'message'; id: number; data: string | Uint8Array<ArrayBuffer> }
  | { kind: 'close'; id: number; code: number }
  | { kind: 'place'; place: Place }
  | { kind: 'state'; state: ReplayState }

/** Written beside the recording by `backlot replay --static`. */
export type ReplaySettings = {
  speed: number
  /** Restarts at the end. */
  loop: boolean
  /** Bytes of the files of bodies. */
  sizes: Record<string, number>
}
